import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { DATASETS_PER_PAGE, poolDatasetsQuery } from '../../features/dataset/api.ts'
import { DatasetCard } from '../../features/dataset/DatasetCard.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { useUploadPlace } from '../../features/dataset/use-upload-place.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { BindButton, CardPages, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function DataPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(poolDatasetsQuery(pageNo, name))
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
      <div className="t-toolbar">
        <SearchBox value={name} label={t('pool.search')} onSearch={onSearch} />
      </div>
      <CardPages
        query={query}
        card={(dataset) => <DatasetCard key={dataset.id} dataset={dataset} />}
        perRow={4}
        pageNo={pageNo}
        pageSize={DATASETS_PER_PAGE}
        onPage={onPage}
        empty={
          <EmptyState
            title={t('pool.empty.title')}
            reason={t('pool.empty.reason')}
            action={party ? upload.button : <BindButton />}
          />
        }
        search={{ name, onClear }}
      />
      {party && upload.dialog}
    </>
  )
}
