import { Alert, type AlertProps, Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { forgetUpload, type Upload, useCurrentUpload } from './uploads.ts'

const looks = {
  sending: { type: 'info', title: 'upload.running', action: 'upload.show' },
  reading: { type: 'info', title: 'upload.running', action: 'upload.show' },
  ready: { type: 'success', title: 'upload.waiting', action: 'upload.finish' },
  failed: { type: 'error', title: 'upload.failed', action: 'upload.look' },
} as const satisfies Partial<Record<Upload['status'], { type: AlertProps['type']; title: string; action: string }>>

/** Reminds of an upload that goes on, waits for its name or failed while its dialog was closed. */
export function PendingUpload({ onShow }: { onShow: () => void }) {
  const t = usePhrases(phrases)
  const upload = useCurrentUpload()
  if (!upload || upload.status === 'cancelled') return null
  const { type, title, action } = looks[upload.status]
  return (
    <Alert
      type={type}
      showIcon
      style={{ marginBottom: 16 }}
      title={t(title, { name: upload.fileName })}
      closable={upload.status === 'failed' && { onClose: forgetUpload, 'aria-label': t('upload.forget') }}
      action={
        <Button size="small" onClick={onShow}>
          {t(action)}
        </Button>
      }
    />
  )
}
