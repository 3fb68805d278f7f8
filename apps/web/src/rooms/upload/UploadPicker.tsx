import { Typography } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { FileDrop } from '../../ui/index.ts'
import { KindGuide } from './KindGuide.tsx'
import { uploadPhrases } from './phrases.ts'
import { UploadProblem } from './UploadProblem.tsx'
import { startUpload, type Upload } from './uploads.ts'

/** Takes one .zip, by drop or by choice, and shows what may be in it; says why the last one did not arrive. */
export function UploadPicker({ upload }: { upload: Upload | null }) {
  const t = usePhrases(uploadPhrases)
  return (
    <div className="t-stack">
      <FileDrop
        ending=".zip"
        refusal={(name) => t('upload.notZip', { name })}
        outcome={upload && <UploadProblem upload={upload} />}
        label={t('upload.choose')}
        text={t(upload?.kept ? 'upload.dropAnother' : 'upload.drop')}
        onFile={(file) => void startUpload(file)}
      />
      <Typography.Text type="secondary">{t('upload.hint')}</Typography.Text>
      <KindGuide />
    </div>
  )
}
