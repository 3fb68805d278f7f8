import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { myDatasetsQuery } from '../../features/dataset/api.ts'
import { DatasetList } from '../../features/dataset/DatasetList.tsx'
import { PendingUpload } from '../../features/dataset/PendingUpload.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { UploadButton } from '../../features/dataset/UploadButton.tsx'
import { UploadDialog } from '../../features/dataset/UploadDialog.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function MyDataPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  if (party) return <MyData />
  return (
    <>
      <PageHeader title={t('my.title')} />
      <EmptyState
        title={t('my.tourist.title')}
        reason={t('my.tourist.reason')}
        action={
          <Button type="primary" onClick={() => go(paths.bind())}>
            {t('tourist.bind')}
          </Button>
        }
      />
    </>
  )
}

function MyData() {
  const t = usePhrases(phrases)
  const go = useGo()
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  const page = Math.max(1, Number(pageNo) || 1)
  const query = useQuery(myDatasetsQuery({ page, name }))
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
        <SearchBox value={name} label={t('my.search')} onSearch={(text) => setUrl({ name: text }, { replace: true })} />
      </div>
      <DatasetList
        query={query}
        pageNo={page}
        name={name}
        empty={
          <EmptyState
            title={t('my.empty.title')}
            reason={t('my.empty.next')}
            action={<UploadButton onReady={open} />}
          />
        }
        onPage={(next) => setUrl({ pageNo: String(next) })}
        onClear={() => setUrl({ name: '' })}
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
