import { Alert, Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { useCurrentUpload } from './uploads.ts'

/** Reminds of an upload that goes on, or waits for its name, while its dialog is closed. */
export function PendingUpload({ onShow }: { onShow: () => void }) {
  const t = usePhrases(phrases)
  const upload = useCurrentUpload()
  if (!upload || upload.status === 'failed' || upload.status === 'cancelled') return null
  const isReady = upload.status === 'ready'
  return (
    <Alert
      type={isReady ? 'success' : 'info'}
      showIcon
      style={{ marginBottom: 16 }}
      title={t(isReady ? 'upload.waiting' : 'upload.running', { name: upload.fileName })}
      action={
        <Button size="small" onClick={onShow}>
          {t(isReady ? 'upload.finish' : 'upload.show')}
        </Button>
      }
    />
  )
}
