import { Alert, Button } from 'antd'
import { Fragment } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { CertificateHelpButton, mayBeCertificate, UploadCancelled } from '../../ui/index.ts'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'
import { readAgain, type Upload } from './uploads.ts'

/** Why an upload did not become a draft and, where the edge kept the archive, the ways out of it. */
export function UploadProblem({ upload }: { upload: Upload }) {
  const t = usePhrases(phrases)
  const sayError = useErrorText()
  const { status, error, kept } = upload
  if (status === 'cancelled') return <UploadCancelled />
  if (status !== 'failed') return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('upload.failed', { name: upload.fileName })}
      description={
        <div className="t-stack t-stack-tight">
          <span>
            {sayError(error)} {mayBeCertificate(error) && <CertificateHelpButton />}
          </span>
          {kept?.ways.map(({ remedy, options }, index) => (
            <Fragment key={remedy}>
              <div>
                <Button
                  className={styles.wayOut ?? ''}
                  type={index === 0 ? 'primary' : 'default'}
                  onClick={() => void readAgain(upload, options)}
                >
                  {t(`remedy.${remedy}`, { line: options.headerLine ?? 1 })}
                </Button>
              </div>
              <span className="t-soft">{t(`remedy.${remedy}.note`)}</span>
            </Fragment>
          ))}
        </div>
      }
    />
  )
}
