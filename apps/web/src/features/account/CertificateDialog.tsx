import { Button, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { accountPhrases } from './phrases.ts'

/** Opens what to do when the browser does not trust the party's edge. */
export function CertificateLink() {
  const t = usePhrases(accountPhrases)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="t-link-button" onClick={() => setOpen(true)}>
        {t('certificate')}
      </button>
      <CertificateDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export function CertificateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = usePhrases(accountPhrases)
  const edge = useSession().party?.edgeUrl
  return (
    <Modal
      open={open}
      title={t('certificateTitle')}
      onCancel={onClose}
      width={560}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
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
