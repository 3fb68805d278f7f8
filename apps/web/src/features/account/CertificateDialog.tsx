import { Button, Modal } from 'antd'
import { showCertificateHelp, useCertificateHelp } from '../../lib/certificate-help.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { accountPhrases } from './phrases.ts'

/** What to do when the browser does not trust the party's edge; once, at the root, for whoever asks for it. */
export function CertificateDialog() {
  const t = usePhrases(accountPhrases)
  const isOpen = useCertificateHelp()
  const close = () => showCertificateHelp(false)
  const edge = useSession().party?.edgeUrl
  return (
    <Modal
      open={isOpen}
      title={t('certificateTitle')}
      onCancel={close}
      // Above the dialog in which the error stands, logging in again included.
      zIndex={1400}
      width={560}
      footer={<Button onClick={close}>{t('close')}</Button>}
    >
      <div className="t-stack">
        <p>{t('certificateIntro')}</p>
        {edge ? (
          <p>
            {t('certificateYours', { edge })}{' '}
            <a href={edge} target="_blank" rel="noreferrer">
              {t('certificateOpen')}
            </a>
          </p>
        ) : (
          <p className="t-soft">{t('certificateNone')}</p>
        )}
        <ol className="t-steps">
          <li>{t('certificateStep1')}</li>
          <li>{t('certificateStep2')}</li>
          <li>
            {t('certificateStep3')}
            <ul>
              <li>{t('certificateWindows')}</li>
              <li>{t('certificateMac')}</li>
              <li>{t('certificateLinux')}</li>
            </ul>
          </li>
          <li>{t('certificateStep4')}</li>
        </ol>
      </div>
    </Modal>
  )
}
