import type { Party } from '@tessera/contract'
import { useState } from 'react'
import { useGo } from '../../../lib/navigation.ts'
import { sessionActions } from '../../../lib/session.ts'
import { Pager } from '../../../ui/index.ts'
import { PartyIdentity } from '../profile/PartyIdentity.tsx'

const PER_PAGE = 4

/** Parties as cards, 4 per page. A click switches to a party. */
export function ChoiceOfParties({ parties, to }: { parties: Party[]; to: string }) {
  const go = useGo()
  const [page, setPage] = useState(1)
  const enter = (party: Party) => {
    sessionActions.chooseParty(party)
    go(to, { replace: true })
  }
  return (
    <>
      <ul className="t-choices">
        {parties.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((party) => (
          <li key={party.id}>
            <button type="button" className="t-choice" onClick={() => enter(party)}>
              <PartyIdentity party={party} />
            </button>
          </li>
        ))}
      </ul>
      <Pager pageNo={page} pageSize={PER_PAGE} total={parties.length} onChange={setPage} />
    </>
  )
}
