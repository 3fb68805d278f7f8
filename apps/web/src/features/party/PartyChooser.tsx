import type { Party } from '@tessera/contract'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { Pager, PartyTile } from '../../ui/index.ts'
import { partyPhrases } from './phrases.ts'

const PER_PAGE = 4

/** The parties of a user, four a page; a click enters. */
export function PartyChooser({ to }: { to: string }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { parties } = useSession()
  const [page, setPage] = useState(1)
  const enter = (party: Party) => {
    sessionActions.chooseParty(party)
    go(to, { replace: true })
  }
  return (
    <>
      <h1 className="t-form-title">{t('chooserTitle')}</h1>
      <p className="t-soft t-form-intro">{t('chooserHelp')}</p>
      <ul className="t-choices">
        {parties.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((party) => (
          <li key={party.id}>
            <button type="button" className="t-choice" onClick={() => enter(party)}>
              <PartyTile partyId={party.id} picture={party.avatar} size={48} />
              <span>
                <strong>{party.name}</strong>
                <span className="t-soft">
                  {party.nameEn} · {party.id}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pager pageNo={page} pageSize={PER_PAGE} total={parties.length} onChange={setPage} />
    </>
  )
}
