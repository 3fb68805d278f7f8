import { Alert, Button } from 'antd'
import { useErrorText, usePhrases } from '../lib/i18n.ts'
import { CertificateHelpButton, mayBeCertificate } from './CertificateHelpButton.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** As thrown by `call`. Null shows nothing. */
  error: unknown
  /** Offers a retry, such as a query's `refetch`. */
  onRetry?: () => void
}

/** An error at the place where it occurred: in place of a query's data, or above a form's button. */
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
