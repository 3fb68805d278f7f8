import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { GetScreen } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

/** Polling interval for changes that the live channel does not report, such as runs of other parties. */
export const POLL_MS = 10_000
/** Minimum interval between refetches, because rounds can follow each other faster than users read. */
const PAUSE_MS = 1_000

const KEY = ['screen'] as const

const screenQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(GetScreen, { utcOffset: -new Date().getTimezoneOffset() }, { signal }),
    refetchInterval: POLL_MS,
  })

/** Returns the overview of the federation, kept up to date. */
export function useScreen() {
  const client = useQueryClient()
  const refresh = useThrottled(() => void client.invalidateQueries({ queryKey: KEY }), PAUSE_MS)
  useLive(({ cmd }) => {
    if (cmd !== 'user') refresh()
  })
  return useQuery(screenQuery())
}
