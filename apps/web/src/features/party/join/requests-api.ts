import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  AskToJoin,
  ListJoinRequests,
  ListMyJoinRequests,
  ReviewJoinRequest,
  WithdrawJoinRequest,
} from '@tessera/contract/wire'
import { call } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ALONE } from '../api.ts'

const MINE = ['my-join-requests'] as const
const THEIRS = ['join-requests'] as const

/** Query for the user's own requests, newest first. */
export const myRequestsQuery = () =>
  queryOptions({ queryKey: MINE, queryFn: ({ signal }) => call(ListMyJoinRequests, {}, { ...ALONE, signal }) })

/** Query for the requests to join the current party. */
export const requestsQuery = (partyId: string) =>
  queryOptions({ queryKey: [...THEIRS, partyId], queryFn: ({ signal }) => call(ListJoinRequests, {}, { signal }) })

/** Refetches the lists of requests when a notice reports that a request was made, withdrawn or decided elsewhere. */
export function useFollowRequests() {
  const client = useQueryClient()
  useLive(({ cmd }) => {
    if (cmd === 'run') return
    void client.invalidateQueries({ queryKey: MINE })
    void client.invalidateQueries({ queryKey: THEIRS })
  })
}

export function useAskToJoin({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: { partyId: string; note: string }) => call(AskToJoin, request, ALONE),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: MINE })
      onDone()
    },
  })
}

export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(WithdrawJoinRequest, { id }, ALONE),
    // Refetches in any case, because an administrator may have decided the request meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: MINE }),
  })
}

interface Review {
  id: string
  verdict: 'approve' | 'reject'
}

/**
 * Returns the mutation that decides a request. Its callbacks run before the lists are refetched, because the refetch
 * unmounts the request's row.
 */
export function useReviewRequest(say: {
  onDone: (verdict: Review['verdict']) => void
  onError: (error: Error) => void
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (review: Review) => call(ReviewJoinRequest, review),
    onSuccess: (_nothing, { verdict }) => say.onDone(verdict),
    onError: say.onError,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: THEIRS }),
        client.invalidateQueries({ queryKey: ['members'] }),
      ]),
  })
}
