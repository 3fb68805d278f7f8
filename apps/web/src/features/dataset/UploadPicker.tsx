import { InboxOutlined } from '@ant-design/icons'
import { Alert, Upload as AntUpload, Typography } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { KindGuide } from './KindGuide.tsx'
import { phrases } from './phrases.ts'
import { UploadProblem } from './UploadProblem.tsx'
import { startUpload, type Upload } from './uploads.ts'

/** Takes one .zip, by drop or by choice, and shows what may be in it; says why the last one did not arrive. */
export function UploadPicker({ upload }: { upload: Upload | null }) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const [refused, setRefused] = useState<string | null>(null)

  const take = (file: File) => {
    if (!file.name.toLowerCase().endsWith('.zip')) return setRefused(file.name)
    setRefused(null)
    void startUpload(file)
  }

  return (
    <div className="t-stack">
      {refused ? (
        <Alert type="error" showIcon title={t('upload.notZip', { name: refused })} role="alert" />
      ) : (
        upload && <UploadProblem upload={upload} />
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
        <p style={{ margin: '8px 0' }}>{t(upload?.kept ? 'upload.dropAnother' : 'upload.drop')}</p>
      </AntUpload.Dragger>
      <Typography.Text type="secondary">{t('upload.hint', { party: nameOf(party) })}</Typography.Text>
      <KindGuide />
    </div>
  )
}
