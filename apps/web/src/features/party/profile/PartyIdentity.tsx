import type { Party } from '@tessera/contract'
import { usePartyName } from '../../../lib/party-name.ts'
import { PartyTile } from '../../../ui/index.ts'

/** Identifies a party: its name in both languages and its number. */
export function PartyIdentity({ party }: { party: Pick<Party, 'id' | 'name' | 'avatar'> }) {
  const name = usePartyName()(party)
  return (
    <>
      <PartyTile partyId={party.id} picture={party.avatar} size={48} />
      <span>
        <strong>{name}</strong>
        <span className="t-soft">{name === party.name.en ? party.id : `${party.name.en} · ${party.id}`}</span>
      </span>
    </>
  )
}
