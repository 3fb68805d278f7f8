import { Alert } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { useSession } from '../../../lib/session.ts'
import { partyPhrases } from '../phrases.ts'

/** Explains why the user no longer acts for a party. */
export function LostParty() {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const { lostParty } = useSession()
  if (!lostParty) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="t-form-intro"
      title={t('lostParty', { party: nameOf(lostParty) })}
    />
  )
}
