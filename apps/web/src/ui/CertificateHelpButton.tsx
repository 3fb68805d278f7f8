import { ApiError } from '../lib/api-error.ts'
import { showCertificateHelp } from '../lib/certificate-help.ts'
import type { ClientErrorCode } from '../lib/client-errors.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Errors whose cause can be a certificate. */
const CODES: readonly string[] = [
  'client.edge-certificate',
  'client.edge-404',
  'client.edge-mixed-content',
  'client.no-response',
] satisfies ClientErrorCode[]

export function mayBeCertificate(error: unknown): boolean {
  return error instanceof ApiError && CODES.includes(error.code)
}

/** A button below an error that opens the help about certificates. */
export function CertificateHelpButton() {
  const t = usePhrases(uiPhrases)
  return (
    <button type="button" className="t-link-button" onClick={() => showCertificateHelp()}>
      {t('certificateHelp')}
    </button>
  )
}
