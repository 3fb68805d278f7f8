import { queryOptions } from '@tanstack/react-query'
import { GetFirstSteps, GetStatistics, GetWaiting, ListHotTasks, ListVersions } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const statisticsQuery = () =>
  queryOptions({ queryKey: ['statistics'], queryFn: ({ signal }) => call(GetStatistics, {}, { signal }) })

export const WAITING = ['waiting'] as const

/** Query for the pending items. Refetched whenever the page opens, because the user may have just completed an item. */
export const waitingQuery = () =>
  queryOptions({ queryKey: WAITING, queryFn: ({ signal }) => call(GetWaiting, {}, { signal }), staleTime: 0 })

export const hotTasksQuery = () =>
  queryOptions({ queryKey: ['tasks', 'hot'], queryFn: ({ signal }) => call(ListHotTasks, { count: 3 }, { signal }) })

export const firstStepsQuery = (partyId: string) =>
  queryOptions({ queryKey: ['first-steps', partyId], queryFn: ({ signal }) => call(GetFirstSteps, {}, { signal }) })

export const versionsQuery = () =>
  queryOptions({ queryKey: ['versions'], queryFn: ({ signal }) => call(ListVersions, {}, { signal }) })
