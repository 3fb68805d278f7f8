import { useQuery } from '@tanstack/react-query'
import { ContentType, DatasetSort } from '@tessera/contract'
import { Button } from 'antd'
import { DATASETS_PER_PAGE, poolDatasetsQuery } from '../../features/dataset/api.ts'
import { DatasetCard } from '../../features/dataset/DatasetCard.tsx'
import { NO_POOL_FILTERS, PoolFilters } from '../../features/dataset/PoolFilters.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { useUploadPlace } from '../../features/dataset/use-upload-place.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { pageNoOf } from '../../lib/last-page.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { BindButton, CardPages, EmptyState, PageHeader } from '../../ui/index.ts'

export function DataPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const [{ pageNo: page, ...filters }, setFilters] = useUrlState({ ...NO_POOL_FILTERS, pageNo: '1' })
  const { name, kind, party: partyId, column, rows, sort } = filters
  const pageNo = pageNoOf(page)
  const query = useQuery(
    poolDatasetsQuery({
      pageNo,
      ...(name && { name }),
      ...(column && { column }),
      ...(partyId && { partyId }),
      ...(/^\d{1,9}$/.test(rows) && { leastRows: Number(rows) }),
      contentType: ContentType.safeParse(kind).data,
      sort: DatasetSort.safeParse(sort).data,
    }),
  )
  const upload = useUploadPlace()
  const actions = party && (
    <>
      <Button onClick={() => go(paths.myData())}>{t('pool.mine')}</Button>
      {upload.button}
    </>
  )

  return (
    <>
      <PageHeader title={t('pool.title')} description={t('pool.description')} action={actions} />
      {party && upload.reminder}
      <PoolFilters filters={filters} onChange={setFilters} />
      <CardPages
        query={query}
        card={(dataset) => <DatasetCard key={dataset.id} dataset={dataset} />}
        perRow={4}
        pageNo={pageNo}
        pageSize={DATASETS_PER_PAGE}
        onPage={(next, options) => setFilters({ pageNo: String(next) }, options)}
        empty={
          <EmptyState
            title={t('pool.empty.title')}
            reason={t('pool.empty.reason')}
            action={party ? upload.button : <BindButton />}
          />
        }
        search={{
          name,
          isFiltered: Boolean(kind || partyId || column || rows),
          onClear: () => setFilters(NO_POOL_FILTERS),
        }}
      />
    </>
  )
}
