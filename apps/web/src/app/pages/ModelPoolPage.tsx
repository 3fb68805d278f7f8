import { useQuery } from '@tanstack/react-query'
import { ContentType, isKnownMetric, ModelSort } from '@tessera/contract'
import { Button } from 'antd'
import { MODELS_PER_PAGE, poolModelsQuery } from '../../features/model/api.ts'
import { useImportPlace } from '../../features/model/import/use-import-place.tsx'
import { ModelCard } from '../../features/model/ModelCard.tsx'
import { NO_POOL_FILTERS, PoolFilters } from '../../features/model/PoolFilters.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { pageNoOf } from '../../lib/last-page.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { BindButton, CardPages, EmptyState, PageHeader } from '../../ui/index.ts'

export function ModelPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const imports = useImportPlace()
  const [{ pageNo: page, ...filters }, setFilters] = useUrlState({ ...NO_POOL_FILTERS, pageNo: '1' })
  const { name, kind, party: partyId, column, metric, sort } = filters
  const pageNo = pageNoOf(page)
  const query = useQuery(
    poolModelsQuery({
      pageNo,
      ...(name && { name }),
      ...(column && { column }),
      ...(partyId && { partyId }),
      ...(isKnownMetric(metric) && { metric }),
      contentType: ContentType.safeParse(kind).data,
      sort: ModelSort.safeParse(sort).data,
    }),
  )
  return (
    <>
      <PageHeader title={t('pool.title')} description={t('pool.description')} action={party && imports.button} />
      {imports.reminder}
      <PoolFilters filters={filters} onChange={setFilters} />
      <CardPages
        query={query}
        card={(model) => <ModelCard key={model.id} model={model} from="pool" />}
        perRow={3}
        pageNo={pageNo}
        pageSize={MODELS_PER_PAGE}
        onPage={(next, options) => setFilters({ pageNo: String(next) }, options)}
        empty={
          <EmptyState
            title={t('pool.empty.title')}
            reason={t('pool.empty.reason')}
            action={
              party ? <Button onClick={() => go(paths.myModels())}>{t('pool.empty.mine')}</Button> : <BindButton />
            }
          />
        }
        search={{
          name,
          isFiltered: Boolean(kind || partyId || column || metric),
          onClear: () => setFilters(NO_POOL_FILTERS),
        }}
      />
      {imports.dialog}
    </>
  )
}
