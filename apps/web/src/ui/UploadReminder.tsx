import { Alert, type AlertProps, Button } from 'antd'
import type { CurrentUpload } from '../lib/current-upload.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** Null where there is none. */
  status: CurrentUpload<unknown>['status'] | null
  /** That it is on its way; that it has arrived, and what is to be done then; that it did not become anything. */
  texts: { running: string; ready: string; finish: string; failed: string }
  onShow: () => void
  onForget: () => void
}

/** Reminds of an upload that goes on, waits for what is to be said of it, or failed while its dialog was closed. */
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

/** In the place of a file that was to be sent. */
export function UploadCancelled() {
  const t = usePhrases(uiPhrases)
  return <Alert type="info" showIcon title={t('upload.cancelled')} />
}
