import { useQuery } from '@tanstack/react-query'
import type { Member } from '@tessera/contract'
import { useSession } from '../../lib/session.ts'
import { membersQuery } from './members-api.ts'

/** The user as one of the party acted for, with what they may do to themselves. */
export function useOwnMember(): Member | undefined {
  const { user, party } = useSession()
  const { data } = useQuery({ ...membersQuery(party?.id ?? ''), enabled: party !== null })
  return data?.find(({ userId }) => userId === user?.id)
}
