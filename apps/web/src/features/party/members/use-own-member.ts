import { useQuery } from '@tanstack/react-query'
import type { Member } from '@tessera/contract'
import { useSession } from '../../../lib/session.ts'
import { membersQuery } from './members-api.ts'

/** Returns the user's own membership in the current party, with its allowed actions. */
export function useOwnMember(): Member | undefined {
  const { user, party } = useSession()
  const { data } = useQuery({ ...membersQuery(party?.id ?? ''), enabled: party !== null })
  return data?.find(({ userId }) => userId === user?.id)
}
