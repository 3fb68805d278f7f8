import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { CheckHealth } from '@tessera/contract/wire'
import { call } from './api.ts'

/** Codes of an edge's health. Older clients use the same codes. */
export const EDGE_HEALTH = { unknown: 0, ok: 1, failed: 2 } as const
export type EdgeHealth = keyof typeof EDGE_HEALTH

const CHECK_EVERY_MS = 30_000

type Reached = Pick<Party, 'id' | 'edgeUrl'>

const edgeHealthQuery = (party: Reached | null) =>
  queryOptions({
    queryKey: ['edge-health', party?.id, party?.edgeUrl],
    queryFn: ({ signal }) => call(CheckHealth, {}, { party: party as Party | null, signal }),
    // Like all queries, this one refetches only while the page is visible.
    refetchInterval: CHECK_EVERY_MS,
    staleTime: CHECK_EVERY_MS,
    retry: false,
    enabled: Boolean(party?.edgeUrl),
  })

/**
 * Returns whether a party's edge answers this browser, checked every 30 seconds. `check` checks at once, and throws the
 * error that prevents access.
 */
export function useEdgeHealth(party: Reached | null) {
  const { data, error, isFetching, refetch } = useQuery(edgeHealthQuery(party))
  const health: EdgeHealth = error ? 'failed' : data ? 'ok' : 'unknown'
  return { health, error, isChecking: isFetching, check: () => refetch({ throwOnError: true }) }
}
