import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Algorithm, Grant } from '@tessera/contract'
import { DraftGrant, GetRegistrations, ListGrantEvents, ListGrants } from '@tessera/contract/wire'
import { allAlgorithmsQuery } from '../../lib/algorithm-queries.ts'
import { call } from '../../lib/api.ts'
import type { TicketNames } from './ticket-text.ts'

// All of these but the names go to the party's own edge: the platform takes no part in consent.

/** The ticket as it stands now. Asked anew whenever it is laid before somebody: each time the edge hashes the code. */
export const draftQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['grant', 'draft', taskId],
    queryFn: ({ signal }) => call(DraftGrant, { taskId }, { signal }),
    staleTime: 0,
    // One kept from before would be laid out first and seem to change under the reader's eyes.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** While somebody signs or withdraws on a page of the edge. */
export const LOOK_EVERY_MS = 2_000

export const grantsQuery = (taskId?: string) =>
  queryOptions({
    queryKey: ['grant', 'list', taskId ?? ''],
    queryFn: ({ signal }) => call(ListGrants, taskId ? { taskId } : {}, { signal }),
    retry: false,
  })

const knownAlgorithms = { ...allAlgorithmsQuery(), staleTime: 60_000, retry: false }

const namesOf = (algorithms: Algorithm[]): Record<string, { cn: string; en: string }> =>
  Object.fromEntries(algorithms.map(({ name, nameCn, nameEn }) => [name, { cn: nameCn, en: nameEn }]))

export const algorithmNamesQuery = () => queryOptions({ ...knownAlgorithms, select: namesOf })

/** The edge keeps ids; the platform has the names. Without them the ticket is read by its ids. */
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

/** What was done under a ticket, newest first. */
export const grantEventsQuery = (id: string, pageNo: number) =>
  queryOptions({
    queryKey: ['grant', 'events', id, pageNo],
    queryFn: ({ signal }) => call(ListGrantEvents, { id, pageNo, pageSize: EVENTS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
export const EVENTS_PER_PAGE = 10
