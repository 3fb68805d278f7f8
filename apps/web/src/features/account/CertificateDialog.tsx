import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal, Tabs } from 'antd'
import { showCertificateHelp, useCertificateHelp } from '../../lib/certificate-help.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { CopyButton, ErrorNote } from '../../ui/index.ts'
import { useDownloadCertificate } from './api.ts'
import { accountPhrases } from './phrases.ts'

/**
 * Explains what to do if the browser does not trust the party's edge. Rendered once at the root; any component can open
 * the dialog.
 */
export function CertificateDialog() {
  const t = usePhrases(accountPhrases)
  const isOpen = useCertificateHelp()
  const close = () => showCertificateHelp(false)
  return (
    <Modal
      open={isOpen}
      title={t('certificateTitle')}
      onCancel={close}
      // Places this dialog above any dialog that shows the error, including the dialog for logging in again.
      zIndex={1400}
      width={560}
      destroyOnHidden
      footer={<Button onClick={close}>{t('close')}</Button>}
    >
      <div className="t-stack">
        <p>{t('certificateIntro')}</p>
        <section>
          <h3 className="t-step-title">1. {t('certificateStepGet')}</h3>
          <TheCertificate />
        </section>
        <section>
          <h3 className="t-step-title">2. {t('certificateStepInstall')}</h3>
          <Instructions />
        </section>
        <section>
          <h3 className="t-step-title">3. {t('certificateStepBack')}</h3>
          <p>{t('certificateBack')}</p>
        </section>
      </div>
    </Modal>
  )
}

/**
 * Offers the certificate as a file. The platform delivers it, because a browser that does not trust the edge cannot
 * fetch it from the edge.
 */
function TheCertificate() {
  const t = usePhrases(accountPhrases)
  const { token, party } = useSession()
  const download = useDownloadCertificate()
  if (token === null) return <p>{t('certificateLogin')}</p>
  if (!party?.edgeUrl) return <p>{t('certificateNone')}</p>
  return (
    <div className="t-stack t-stack-tight">
      <p>
        {t('certificateYours', { edge: party.edgeUrl })}{' '}
        <a href={party.edgeUrl} target="_blank" rel="noreferrer">
          {t('certificateOpen')}
        </a>
      </p>
      <div>
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          loading={download.isPending}
          onClick={() => download.mutate(party.id)}
        >
          {t('certificateDownload')}
        </Button>
      </div>
      <ErrorNote error={download.error} />
      <div role="status">
        {download.data === null && <p>{t('certificateElsewhere')}</p>}
        {download.data && <p>{t('certificateSaved', { file: download.data.fileName })}</p>}
      </div>
      {download.data?.fingerprint && (
        <>
          <p>
            {t('certificateFingerprint')} <CopyButton text={download.data.fingerprint} />
          </p>
          <output className="t-mono">{download.data.fingerprint}</output>
        </>
      )}
      <p className="t-soft">{t('certificateCompare')}</p>
    </div>
  )
}

const SYSTEMS = [
  { key: 'windows', title: 'Windows', steps: ['windows1', 'windows2', 'windows3'] },
  { key: 'mac', title: 'macOS', steps: ['mac1', 'mac2', 'mac3'] },
  { key: 'linux', title: 'Linux', steps: ['linux1', 'linux2', 'linux3'] },
  { key: 'firefox', title: 'Firefox', steps: ['firefox1', 'firefox2', 'firefox3'] },
] as const

/** Instructions for each operating system, beginning with the reader's own. */
function Instructions() {
  const t = usePhrases(accountPhrases)
  return (
    <Tabs
      size="small"
      aria-label={t('system')}
      defaultActiveKey={ownSystem(navigator.userAgent)}
      items={SYSTEMS.map(({ key, title, steps }) => ({
        key,
        label: title,
        children: (
          <ol className="t-steps">
            {steps.map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
        ),
      }))}
    />
  )
}

/**
 * Returns the instructions for a user agent: those of its operating system or, for Firefox, which uses its own
 * certificate store, those of Firefox.
 */
export function ownSystem(userAgent: string): (typeof SYSTEMS)[number]['key'] {
  if (userAgent.includes('Firefox')) return 'firefox'
  if (userAgent.includes('Mac OS')) return 'mac'
  return userAgent.includes('Linux') || userAgent.includes('X11') ? 'linux' : 'windows'
}
