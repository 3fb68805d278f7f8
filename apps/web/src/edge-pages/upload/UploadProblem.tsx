import { Alert, Button } from 'antd'
import { Fragment } from 'react'
import { needsFreshToken } from '../../lib/api-error.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { UploadCancelled } from '../../ui/index.ts'
import { TokenExpired } from '../TokenExpired.tsx'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'
import { readAgain, type Upload } from './uploads.ts'

/** Explains why an upload failed and, if the edge stored the archive, how to continue. */
export function UploadProblem({ upload }: { upload: Upload }) {
  const t = usePhrases(uploadPhrases)
  const showError = useErrorText()
  const { status, error, archive } = upload
  if (status === 'cancelled') return <UploadCancelled />
  if (status !== 'failed') return null
  if (needsFreshToken(error)) return <TokenExpired wasIn={false} path={paths.myData()} nobody={t('upload.nobody')} />
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('upload.failed', { name: upload.fileName })}
      description={
        <div className="t-stack t-stack-tight">
          <span>{showError(error)}</span>
          {archive?.ways.map(({ remedy, options }, index) => (
            <Fragment key={remedy}>
              <div>
                <Button
                  className={styles.wayOut ?? ''}
                  type={index === 0 ? 'primary' : 'default'}
                  onClick={() => void readAgain(upload, options)}
                >
                  {t(`remedy.${remedy}`, { line: options.headerLine ?? 1, encoding: options.encoding ?? '' })}
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
