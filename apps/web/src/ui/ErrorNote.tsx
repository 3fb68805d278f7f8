import { Alert, Button } from 'antd'
import { useErrorText, usePhrases } from '../lib/i18n.ts'
import { CertificateHelpButton, mayBeCertificate } from './CertificateHelpButton.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** As thrown by `call`; null shows nothing. */
  error: unknown
  /** Offers to try again: a query's `refetch`. */
  onRetry?: () => void
}

/** An error where it happened: for queries in place of what is missing, for forms above the button. */
export function ErrorNote({ error, onRetry }: Props) {
  const t = usePhrases(uiPhrases)
  const say = useErrorText()
  if (!error) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="t-error-note"
      title={
        <>
          {say(error)} {mayBeCertificate(error) && <CertificateHelpButton />}
        </>
      }
      action={
        onRetry && (
          <Button size="small" onClick={() => onRetry()}>
            {t('retry')}
          </Button>
        )
      }
    />
  )
}
