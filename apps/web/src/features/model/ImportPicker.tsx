import { InboxOutlined } from '@ant-design/icons'
import { Alert, Upload as AntUpload, Typography } from 'antd'
import { useState } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { UploadCancelled } from '../../ui/index.ts'
import { type ModelImport, startImport } from './imports.ts'
import { phrases } from './phrases.ts'

/** Takes one .onnx, by drop or by choice; says why the last one was refused. */
export function ImportPicker({ upload }: { upload: ModelImport | null }) {
  const t = usePhrases(phrases)
  const [refused, setRefused] = useState<string | null>(null)

  const take = (file: File) => {
    if (!file.name.toLowerCase().endsWith('.onnx')) return setRefused(file.name)
    setRefused(null)
    void startImport(file)
  }

  return (
    <div className="t-stack">
      {refused ? (
        <Alert type="error" showIcon role="alert" title={t('import.notOnnx', { name: refused })} />
      ) : (
        <Outcome upload={upload} />
      )}
      <AntUpload.Dragger
        accept=".onnx"
        maxCount={1}
        showUploadList={false}
        aria-label={t('import.choose')}
        beforeUpload={(file) => {
          take(file)
          return false
        }}
      >
        <p style={{ fontSize: 32, margin: 0, color: 'var(--t-accent)' }}>
          <InboxOutlined aria-hidden="true" />
        </p>
        <p style={{ margin: '8px 0' }}>{t('import.drop')}</p>
      </AntUpload.Dragger>
      <Typography.Text type="secondary">{t('import.hint')}</Typography.Text>
      <Typography.Text type="secondary">{t('import.takes')}</Typography.Text>
    </div>
  )
}

/** How the upload before ended, where it became nothing. */
function Outcome({ upload }: { upload: ModelImport | null }) {
  const t = usePhrases(phrases)
  const sayError = useErrorText()
  if (upload?.status === 'cancelled') return <UploadCancelled />
  if (upload?.status !== 'failed') return null
  const title = t('import.failed', { name: upload.fileName })
  return <Alert type="error" showIcon role="alert" title={title} description={sayError(upload.error)} />
}
