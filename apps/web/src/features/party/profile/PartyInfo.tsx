import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { AppLink, Facts, PartyTile } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { PartyForm } from './PartyForm.tsx'

/** Name and avatar of the current party. Its administrator can edit them; others read them. */
export function PartyInfo() {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  if (!party) {
    return (
      <>
        <h1 className="t-form-title">{t('infoTitle')}</h1>
        <p className="t-form-intro">{t('infoNone')}</p>
        <AppLink to={paths.bind()}>{t('bindNow')}</AppLink>
      </>
    )
  }
  return (
    <>
      <div className="t-row t-form-intro">
        <PartyTile partyId={party.id} picture={party.avatar} size={48} />
        <h1 className="t-form-title t-form-title-beside">{nameOf(party)}</h1>
      </div>
      {party.abilities.edit ? (
        <PartyForm key={party.id} party={party} />
      ) : (
        <>
          <Facts
            items={[
              { term: t('partyEnglishName'), value: party.name.en },
              { term: t('partyId'), value: party.id },
            ]}
          />
          <p className="t-soft t-form-links">{t('infoReadOnly')}</p>
        </>
      )}
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.party()}>{t('partySettings')}</AppLink>
        <AppLink to={paths.home()}>{t('enterHome')}</AppLink>
      </div>
    </>
  )
}
