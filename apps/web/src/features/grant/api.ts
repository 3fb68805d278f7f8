import { queryOptions } from '@tanstack/react-query'
import { DraftGrant, ListGrants, SignGrant, WithdrawGrant } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

// All of these go to the party's own edge: the platform takes no part in consent.

/** The ticket as it stands now. Asked anew whenever it is laid before somebody. */
export const draftQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['grant', 'draft', taskId],
    queryFn: ({ signal }) => call(DraftGrant, { taskId }, { signal }),
    staleTime: 0,
    retry: false,
  })

export const grantsQuery = (taskId?: string) =>
  queryOptions({
    queryKey: ['grant', 'list', taskId ?? ''],
    queryFn: ({ signal }) => call(ListGrants, taskId ? { taskId } : {}, { signal }),
    retry: false,
  })

/** Signs exactly the plan that was shown: another one is refused by the edge. */
export const signGrant = (taskId: string, planHash: string) => call(SignGrant, { taskId, planHash })
export const withdrawGrant = (id: string) => call(WithdrawGrant, { id })
