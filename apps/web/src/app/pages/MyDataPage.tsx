import { useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { DATASETS_PER_PAGE } from '../../features/dataset/api.ts'
import { DatasetCard } from '../../features/dataset/DatasetCard.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { useUploadPlace } from '../../features/dataset/use-upload-place.tsx'
import { EdgePageButton } from '../../features/grant/EdgePageButton.tsx'
import { myDatasetsQuery } from '../../lib/dataset-queries.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { BindFirst, CardPages, EdgeHealthTag, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function MyDataPage() {
  const t = usePhrases(phrases)
  const { party } = useSession()
  if (party) return <MyData party={party} />
  return (
    <>
      <PageHeader title={t('my.title')} />
      <BindFirst title={t('my.tourist.title')} reason={t('my.tourist.reason')} />
    </>
  )
}

function MyData({ party }: { party: Party }) {
  const t = usePhrases(phrases)
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(myDatasetsQuery(pageNo, DATASETS_PER_PAGE, { name }))
  const upload = useUploadPlace()
  const isEmpty = query.data?.total === 0 && !name

  return (
    <>
      <PageHeader
        title={t('my.title')}
        description={t('my.empty.reason')}
        tags={<EdgeHealthTag party={party} />}
        action={
          <>
            <EdgePageButton page="removed" text={t('my.removed')} />
            {!isEmpty && upload.button}
          </>
        }
      />
      {upload.reminder}
      <div className="t-toolbar">
        <SearchBox value={name} label={t('my.search')} onSearch={onSearch} />
      </div>
      <CardPages
        query={query}
        card={(dataset) => <DatasetCard key={dataset.id} dataset={dataset} />}
        perRow={4}
        pageNo={pageNo}
        pageSize={DATASETS_PER_PAGE}
        onPage={onPage}
        empty={<EmptyState title={t('my.empty.title')} reason={t('my.empty.next')} action={upload.button} />}
        search={{ name, onClear }}
      />
    </>
  )
}
