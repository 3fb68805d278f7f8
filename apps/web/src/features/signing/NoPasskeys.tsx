import type { Signing } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { knowsPasskeys } from './api.ts'
import { signingPhrases } from './phrases.ts'

/** Explains why the page offers no passkeys. */
export function NoPasskeys({ signing }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  if (signing.passkeyHost !== null && knowsPasskeys()) return null
  const why = signing.passkeyHost === null ? 'noHost' : window.isSecureContext ? 'unknown' : 'insecure'
  return <p className="t-soft signing-small">{t(`passkey.${why}`)}</p>
}
