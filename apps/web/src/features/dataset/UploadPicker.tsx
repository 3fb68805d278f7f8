import { InboxOutlined } from '@ant-design/icons'
import { Alert, Upload as AntUpload, Typography } from 'antd'
import { useState } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { phrases } from './phrases.ts'
import { startUpload, type Upload } from './uploads.ts'

/** Takes one .zip, by drop or by choice; says why the last one did not arrive. */
export function UploadPicker({ upload }: { upload: Upload | null }) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const sayError = useErrorText()
  const { party } = useSession()
  const [refused, setRefused] = useState<string | null>(null)

  const take = (file: File) => {
    if (!file.name.toLowerCase().endsWith('.zip')) return setRefused(file.name)
    setRefused(null)
    void startUpload(file)
  }
  const problem = refused
    ? t('upload.notZip', { name: refused })
    : upload?.status === 'failed'
      ? sayError(upload.error)
      : null

  return (
    <>
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} role="alert" />}
      {!problem && upload?.status === 'cancelled' && (
        <Alert type="info" showIcon title={t('upload.cancelled')} style={{ marginBottom: 16 }} />
      )}
      <AntUpload.Dragger
        accept=".zip"
        maxCount={1}
        showUploadList={false}
        aria-label={t('upload.choose')}
        beforeUpload={(file) => {
          take(file)
          return false
        }}
      >
        <p style={{ fontSize: 32, margin: 0, color: 'var(--t-accent)' }}>
          <InboxOutlined aria-hidden="true" />
        </p>
        <p style={{ margin: '8px 0' }}>{t('upload.drop')}</p>
      </AntUpload.Dragger>
      <Typography.Paragraph type="secondary" style={{ margin: '16px 0 0' }}>
        {t('upload.hint', { party: nameOf(party) })}
      </Typography.Paragraph>
    </>
  )
}
