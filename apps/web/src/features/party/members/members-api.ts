import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { PartyRole } from '@tessera/contract'
import { LeaveParty, ListMembers, RemoveMember, SetMemberRole } from '@tessera/contract/wire'
import { call } from '../../../lib/api.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { sessionActions } from '../../../lib/session.ts'
import { useRefreshRights } from '../api.ts'

export const membersQuery = (partyId: string) =>
  queryOptions({ queryKey: ['members', partyId], queryFn: ({ signal }) => call(ListMembers, {}, { signal }) })

export function useSetRole({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const refreshRights = useRefreshRights()
  return useMutation({
    mutationFn: (change: { userId: string; role: PartyRole }) => call(SetMemberRole, change),
    onSuccess: async () => {
      onDone()
      // Also refreshes the user's own rights, because users can change their own role to a lower one.
      await Promise.all([client.invalidateQueries({ queryKey: ['members'] }), refreshRights()])
    },
  })
}

export function useRemoveMember({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(RemoveMember, { userId }),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['members'] })
    },
  })
}

/** `onLeft` is called here and not in the component, because the page unmounts together with the party. */
export function useLeaveParty({ partyId, onLeft }: { partyId: string; onLeft: () => void }) {
  const go = useGo()
  return useMutation({
    mutationFn: () => call(LeaveParty),
    onSuccess: () => {
      sessionActions.leaveParty(partyId)
      go(paths.home(), { replace: true })
      onLeft()
    },
  })
}
