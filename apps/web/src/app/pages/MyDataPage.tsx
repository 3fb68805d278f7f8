import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DATASETS_PER_PAGE, myDatasetsQuery } from '../../features/dataset/api.ts'
import { DatasetCard } from '../../features/dataset/DatasetCard.tsx'
import { PendingUpload } from '../../features/dataset/PendingUpload.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { UploadButton } from '../../features/dataset/UploadButton.tsx'
import { UploadDialog } from '../../features/dataset/UploadDialog.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { BindFirst, CardPages, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function MyDataPage() {
  const t = usePhrases(phrases)
  const { party } = useSession()
  if (party) return <MyData />
  return (
    <>
      <PageHeader title={t('my.title')} />
      <BindFirst title={t('my.tourist.title')} reason={t('my.tourist.reason')} />
    </>
  )
}

function MyData() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(myDatasetsQuery({ page: pageNo, name }))
  const [uploads, setUploads] = useState(false)
  const open = () => setUploads(true)
  const isEmpty = query.data?.total === 0 && !name

  return (
    <>
      <PageHeader
        title={t('my.title')}
        description={t('my.empty.reason')}
        action={!isEmpty && <UploadButton onReady={open} />}
      />
      {!uploads && <PendingUpload onShow={open} />}
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
        empty={
          <EmptyState
            title={t('my.empty.title')}
            reason={t('my.empty.next')}
            action={<UploadButton onReady={open} />}
          />
        }
        search={{ name, onClear }}
      />
      <UploadDialog
        open={uploads}
        onClose={() => setUploads(false)}
        onSaved={(datasetId) => {
          setUploads(false)
          go(paths.dataset(datasetId))
        }}
      />
    </>
  )
}
