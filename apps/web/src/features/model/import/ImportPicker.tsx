import { Alert, Typography } from 'antd'
import { useErrorText, usePhrases } from '../../../lib/i18n.ts'
import { FileDrop, UploadCancelled } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'
import { type ModelImport, startImport } from './imports.ts'

/** Takes one .onnx file, dropped or chosen, and shows why the previous one was refused. */
export function ImportPicker({ upload }: { upload: ModelImport | null }) {
  const t = usePhrases(phrases)
  return (
    <div className="t-stack">
      <FileDrop
        ending=".onnx"
        refusal={(name) => t('import.notOnnx', { name })}
        outcome={<Outcome upload={upload} />}
        label={t('import.choose')}
        text={t('import.drop')}
        onFile={(file) => void startImport(file)}
      />
      <Typography.Text type="secondary">{t('import.hint')}</Typography.Text>
      <Typography.Text type="secondary">{t('import.takes')}</Typography.Text>
    </div>
  )
}

/** Shows why the previous upload did not result in a model. */
function Outcome({ upload }: { upload: ModelImport | null }) {
  const t = usePhrases(phrases)
  const showError = useErrorText()
  if (upload?.status === 'cancelled') return <UploadCancelled />
  if (upload?.status !== 'failed') return null
  const title = t('import.failed', { name: upload.fileName })
  return <Alert type="error" showIcon role="alert" title={title} description={showError(upload.error)} />
}
