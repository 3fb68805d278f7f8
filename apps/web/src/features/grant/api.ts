import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Algorithm, BilingualText, Grant } from '@tessera/contract'
import { DraftGrant, GetRegistrations, ListGrantEvents, ListGrants } from '@tessera/contract/wire'
import { allAlgorithmsQuery } from '../../lib/algorithm-queries.ts'
import { call } from '../../lib/api.ts'
import type { TicketNames } from './ticket-text.ts'

// Calls about tickets. All of them go to the party's own edge, except the call for names: the platform takes no part in
// consent.

/**
 * Query for the current draft of the ticket. It is fetched each time the ticket is shown, so that the edge hashes the
 * current code.
 */
export const draftQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['grant', 'draft', taskId],
    queryFn: ({ signal }) => call(DraftGrant, { taskId }, { signal }),
    staleTime: 0,
    // The draft is not cached: a cached draft would be shown first, and would then seem to change while the member
    // reads it.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** The polling interval while a member signs or withdraws on an edge page. */
export const LOOK_EVERY_MS = 2_000

export const grantsQuery = (taskId?: string) =>
  queryOptions({
    queryKey: ['grant', 'list', taskId ?? ''],
    queryFn: ({ signal }) => call(ListGrants, taskId ? { taskId } : {}, { signal }),
    retry: false,
  })

const knownAlgorithms = { ...allAlgorithmsQuery(), staleTime: 60_000, retry: false }

const namesOf = (algorithms: Algorithm[]): Record<string, BilingualText> =>
  Object.fromEntries(algorithms.map(({ id, name }) => [id, name]))

export const algorithmNamesQuery = () => queryOptions({ ...knownAlgorithms, select: namesOf })

/**
 * Query for the names of a ticket's ids. The edge stores only ids, and the platform knows the names. Without an answer,
 * the ticket shows ids.
 */
export const ticketNamesQuery = ({ taskId, plan }: Grant) =>
  queryOptions({
    queryKey: ['grant', 'names', taskId, plan.algorithm],
    queryFn: async ({ client, signal }): Promise<TicketNames> => {
      const [algorithms, task] = await Promise.allSettled([
        client.fetchQuery(knownAlgorithms),
        call(GetRegistrations, { taskId }, { signal }),
      ])
      const names = algorithms.status === 'fulfilled' ? namesOf(algorithms.value) : {}
      const { registrations } = task.status === 'fulfilled' ? task.value.joined : { registrations: [] }
      return {
        algorithm: names[plan.algorithm] ?? null,
        parties: registrations.map(({ partyId, partyName }) => ({ partyId, name: partyName })),
      }
    },
  })

/** Query for the events recorded under a ticket, newest first. */
export const grantEventsQuery = (id: string, pageNo: number) =>
  queryOptions({
    queryKey: ['grant', 'events', id, pageNo],
    queryFn: ({ signal }) => call(ListGrantEvents, { id, pageNo, pageSize: EVENTS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
export const EVENTS_PER_PAGE = 10
