import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { CheckHealth } from '@tessera/contract/wire'
import { call } from './api.ts'

/** The number is how older clients say it. */
export const EDGE_HEALTH = { unknown: 0, ok: 1, failed: 2 } as const
export type EdgeHealth = keyof typeof EDGE_HEALTH

const ASK_EVERY_MS = 30_000

type Reached = Pick<Party, 'id' | 'edgeUrl'>

const edgeHealthQuery = (party: Reached | null) =>
  queryOptions({
    queryKey: ['edge-health', party?.id, party?.edgeUrl],
    queryFn: ({ signal }) => call(CheckHealth, {}, { party: party as Party | null, signal }),
    // Only while the page is seen, which is how queries behave unless told otherwise.
    refetchInterval: ASK_EVERY_MS,
    staleTime: ASK_EVERY_MS,
    retry: false,
    enabled: Boolean(party?.edgeUrl),
  })

/**
 * Whether a party's edge answers this browser: asked every half minute, and at once by `check`, which throws what keeps
 * the browser from it.
 */
export function useEdgeHealth(party: Reached | null) {
  const { data, error, isFetching, refetch } = useQuery(edgeHealthQuery(party))
  const health: EdgeHealth = error ? 'failed' : data ? 'ok' : 'unknown'
  return { health, error, isChecking: isFetching, check: () => refetch({ throwOnError: true }) }
}
