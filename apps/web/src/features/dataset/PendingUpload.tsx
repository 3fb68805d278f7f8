import { usePhrases } from '../../lib/i18n.ts'
import { UploadReminder } from '../../ui/index.ts'
import { phrases } from './phrases.ts'
import { forgetUpload, useCurrentUpload } from './uploads.ts'

/** Reminds of an upload that goes on, waits for its name or failed while its dialog was closed. */
export function PendingUpload({ onShow }: { onShow: () => void }) {
  const t = usePhrases(phrases)
  const upload = useCurrentUpload()
  const name = upload?.fileName ?? ''
  const texts = {
    ready: t('upload.waiting', { name }),
    finish: t('upload.finish'),
    failed: t('upload.failed', { name }),
  }
  return <UploadReminder upload={upload} texts={texts} onShow={onShow} onForget={forgetUpload} />
}
