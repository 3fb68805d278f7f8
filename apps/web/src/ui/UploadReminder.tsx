import { Alert, type AlertProps, Button } from 'antd'
import type { CurrentUpload } from '../lib/current-upload.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  upload: Pick<CurrentUpload<unknown>, 'fileName' | 'status'> | null
  /** That it has arrived, and what is to be done then; that it did not become anything. */
  texts: { ready: string; finish: string; failed: string }
  onShow: () => void
  onForget: () => void
}

/** Reminds of an upload that goes on, waits for what is to be said of it, or failed while its dialog was closed. */
export function UploadReminder({ upload, texts, onShow, onForget }: Props) {
  const t = usePhrases(uiPhrases)
  if (!upload || upload.status === 'cancelled') return null
  const name = upload.fileName
  const running: Look = { type: 'info', title: t('upload.running', { name }), action: t('upload.show') }
  const looks: Record<Exclude<typeof upload.status, 'cancelled'>, Look> = {
    sending: running,
    reading: running,
    ready: { type: 'success', title: texts.ready, action: texts.finish },
    failed: { type: 'error', title: texts.failed, action: t('upload.look') },
  }
  const { type, title, action } = looks[upload.status]
  return (
    <Alert
      type={type}
      showIcon
      style={{ marginBottom: 16 }}
      title={title}
      closable={upload.status === 'failed' && { onClose: onForget, 'aria-label': t('upload.forget') }}
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
