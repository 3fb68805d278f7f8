import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EdgeStatus } from '@tessera/contract'
import { CreateEdgeEnrolment, GetEdge, RevokeEdge } from '@tessera/contract/wire'
import { useEffect } from 'react'
import { call } from '../../../lib/api.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { fetchMyParties, MY_PARTIES } from '../../../lib/my-parties.ts'
import { sessionActions } from '../../../lib/session.ts'

const POLL_MS = 3_000

/** Query for the current state of the party's edge, polled every few seconds while it is shown. */
export const edgeQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['edge', partyId],
    queryFn: ({ signal }) => call(GetEdge, {}, { signal }),
    refetchInterval: POLL_MS,
  })

/**
 * Returns the mutation that creates a one-time enrolment command. The result includes the edge that was enrolled
 * before.
 */
export function useCreateEnrolment() {
  return useMutation({
    mutationFn: async () => {
      const before = await call(GetEdge)
      const { command, expiresInSeconds } = await call(CreateEdgeEnrolment)
      return { command, expiresAt: Date.now() + expiresInSeconds * 1_000, before }
    },
  })
}

/** Returns the edge that has been enrolled since `before`. Its different start time identifies it. */
export function useEdgeSince(partyId: string, before: EdgeStatus | undefined): EdgeStatus | null {
  const client = useQueryClient()
  const { data } = useQuery({ ...edgeQuery(partyId), enabled: before !== undefined })
  const isNew = before !== undefined && data !== undefined && isThere(data) && beganAt(data) !== beganAt(before)
  useEffect(() => {
    if (!isNew) return
    // Refetches the parties, because uploads and previews must use the edge's new address.
    void fetchMyParties().then(sessionActions.setParties, () => null)
    for (const key of ['environment', 'environment-check']) void client.invalidateQueries({ queryKey: [key] })
  }, [isNew, client])
  return isNew ? data : null
}

const beganAt = ({ enrolTime }: EdgeStatus) => enrolTime?.getTime()

/** Returns whether an edge is admitted, whether or not it is online. */
export const isThere = ({ state }: EdgeStatus): boolean => state === 'away' || state === 'online'

export function useRevokeEdge({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(RevokeEdge),
    onSuccess: async () => {
      onDone()
      const stale = [['edge'], MY_PARTIES, ['environment'], ['environment-check']]
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
