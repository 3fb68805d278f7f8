import { Alert, type AlertProps, Button } from 'antd'
import type { CurrentUpload } from '../lib/current-upload.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** State of the upload; null if there is none. */
  status: CurrentUpload<unknown>['status'] | null
  /**
   * Texts for three states: an upload in progress, an upload that is ready (with its next step), and a failed upload.
   */
  texts: { running: string; ready: string; finish: string; failed: string }
  onShow: () => void
  onForget: () => void
}

/** Reminds the user of an upload that is in progress, waits for input, or has failed while its dialog was closed. */
export function UploadReminder({ status, texts, onShow, onForget }: Props) {
  const t = usePhrases(uiPhrases)
  if (status === null || status === 'cancelled') return null
  const running: Look = { type: 'info', title: texts.running, action: t('upload.show') }
  const looks: Record<typeof status, Look> = {
    hashing: running,
    sending: running,
    reading: running,
    ready: { type: 'success', title: texts.ready, action: texts.finish },
    failed: { type: 'error', title: texts.failed, action: t('upload.look') },
  }
  const { type, title, action } = looks[status]
  return (
    <Alert
      type={type}
      showIcon
      style={{ marginBottom: 16 }}
      title={title}
      closable={status === 'failed' && { onClose: onForget, 'aria-label': t('upload.forget') }}
      action={
        <Button size="small" onClick={onShow}>
          {action}
        </Button>
      }
    />
  )
}

interface Look {
  type: NonNullable<AlertProps['type']>
  title: string
  action: string
}

/** Tells the user that the upload was cancelled, in place of the upload. */
export function UploadCancelled() {
  const t = usePhrases(uiPhrases)
  return <Alert type="info" showIcon title={t('upload.cancelled')} />
}
