import type { UploadState } from '@tessera/contract'
import { DATASET_PAGE_PATH } from '@tessera/contract/wire'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { UploadProgress } from '../../ui/index.ts'
import { isFramed, sendToConsole } from '../console-line.ts'
import { uploadPhrases } from './phrases.ts'
import { SaveForm } from './SaveForm.tsx'
import { UploadPicker } from './UploadPicker.tsx'
import { forgetUpload, type Upload, useCurrentUpload } from './uploads.ts'

/**
 * The steps of an upload: choose the archive, follow its progress, review the result, name the dataset. In a frame, the
 * console shows the heading.
 */
export function UploadPage() {
  const t = usePhrases(uploadPhrases)
  const upload = useCurrentUpload()
  const [savedId, setSavedId] = useState<string | null>(null)
  useTellConsole(upload)
  useAskBeforeLeaving(upload)
  useHideOnEscape()
  useEffect(() => {
    document.title = `${t('upload.page')} · Tessera`
  }, [t])

  const save = (datasetId: string) => {
    // The console removes this frame and opens the dataset.
    if (isFramed()) return sendToConsole({ say: 'saved', datasetId })
    forgetUpload()
    setSavedId(datasetId)
  }
  return (
    <div className={upload?.draft ? 'own-upload own-upload-wide' : 'own-upload'}>
      {!isFramed() && <h1>{t('upload.page')}</h1>}
      {savedId ? (
        <Saved datasetId={savedId} onMore={() => setSavedId(null)} />
      ) : (
        <Step upload={upload} onSaved={save} />
      )}
    </div>
  )
}

function Step({ upload, onSaved }: { upload: Upload | null; onSaved: (datasetId: string) => void }) {
  const t = usePhrases(uploadPhrases)
  if (upload?.draft) {
    return (
      <SaveForm
        key={upload.draft.draftId}
        draft={upload.draft}
        fileName={upload.fileName}
        onSaved={onSaved}
        onDiscarded={() => sendToConsole({ say: 'discarded' })}
      />
    )
  }
  if (!upload || !isUnderWay(upload)) return <UploadPicker upload={upload} />
  const hide = isFramed() && { onHide: () => sendToConsole({ say: 'hide' }) }
  return <UploadProgress upload={upload} reading={t('upload.reading')} {...hide} />
}

function Saved({ datasetId, onMore }: { datasetId: string; onMore: () => void }) {
  const t = usePhrases(uploadPhrases)
  const page = `${ownEdgeUrl()}${DATASET_PAGE_PATH}?${new URLSearchParams({ id: datasetId })}`
  return (
    <>
      <Alert type="success" showIcon role="status" title={t('upload.saved')} />
      <div className="t-row">
        <Button type="primary" href={page}>
          {t('upload.open')}
        </Button>
        <Button onClick={onMore}>{t('upload.more')}</Button>
      </div>
    </>
  )
}

const isUnderWay = (upload: Upload | null) =>
  upload !== null && ['hashing', 'sending', 'reading'].includes(upload.status)

const STATES = {
  hashing: 'sending',
  sending: 'sending',
  reading: 'reading',
  ready: 'review',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Upload['status'], UploadState>

/** Reports the progress of an upload to the console, but nothing about its content. */
function useTellConsole(upload: Upload | null) {
  const state = upload ? STATES[upload.status] : 'empty'
  // The console has no state for hashing, which counts as 0 % sent.
  const { loaded, total } = upload && upload.status !== 'hashing' ? upload.amount : { loaded: 0, total: 0 }
  const percent = total > 0 ? Math.floor((loaded / total) * 100) : 0
  useEffect(() => {
    sendToConsole({ say: 'upload', state, percent: Math.min(100, percent) })
  }, [state, percent])
}

/** Asks before the user leaves the page while an upload is in progress or a draft has no name. */
function useAskBeforeLeaving(upload: Upload | null) {
  const wouldLose = isUnderWay(upload) || upload?.status === 'ready'
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wouldLose])
}

/** Hides the page on Escape, as the console's own dialogs do. Overlays handle their own Escape. */
function useHideOnEscape() {
  useEffect(() => {
    const hide = ({ key, target }: KeyboardEvent) => {
      const isHere = target === document.body || (target as Element).closest('.own-upload')
      // A dialog that has just opened may not have the focus yet, so look for its element.
      const isCovered = document.querySelector('.ant-modal-wrap:not([style*="none"])') !== null
      if (key === 'Escape' && isHere && !isCovered) sendToConsole({ say: 'hide' })
    }
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [])
}
