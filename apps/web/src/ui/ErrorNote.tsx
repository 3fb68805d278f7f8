import { Alert, Button } from 'antd'
import { useErrorText, usePhrases } from '../lib/i18n.ts'
import { CertificateHelpButton, mayBeCertificate } from './CertificateHelpButton.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** An error as thrown by `call`. Null renders nothing. */
  error: unknown
  /** Called by a retry button, for example a query's `refetch`. */
  onRetry?: () => void
}

/** Shows an error at the place where it occurred: in place of a query's data, or above the button of a form. */
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
