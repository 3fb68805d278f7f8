import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ChoiceOfParties } from './join/ChoiceOfParties.tsx'
import { LostParty } from './join/LostParty.tsx'
import { partyPhrases } from './phrases.ts'

/** Lets the user choose the party to act for. */
export function PartyChooser({ to }: { to: string }) {
  const t = usePhrases(partyPhrases)
  const { parties } = useSession()
  return (
    <>
      <LostParty />
      <h1 className="t-form-title">{t('chooserTitle')}</h1>
      <p className="t-soft t-form-intro">{t('chooserHelp')}</p>
      <ChoiceOfParties parties={parties} to={to} />
    </>
  )
}
