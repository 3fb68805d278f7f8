import { Typography } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { FileDrop } from '../../ui/index.ts'
import { KindGuide } from './KindGuide.tsx'
import { uploadPhrases } from './phrases.ts'
import { UploadProblem } from './UploadProblem.tsx'
import { startUpload, type Upload } from './uploads.ts'

/** Takes one .zip file, dropped or chosen, and describes what it may contain. Shows why the previous file failed. */
export function UploadPicker({ upload }: { upload: Upload | null }) {
  const t = usePhrases(uploadPhrases)
  return (
    <div className="t-stack">
      <FileDrop
        ending=".zip"
        refusal={(name) => t('upload.notZip', { name })}
        outcome={upload && <UploadProblem upload={upload} />}
        label={t('upload.choose')}
        text={t(upload?.archive ? 'upload.dropAnother' : 'upload.drop')}
        onFile={(file) => void startUpload(file)}
      />
      <Typography.Text type="secondary">{t('upload.hint')}</Typography.Text>
      <KindGuide />
    </div>
  )
}
