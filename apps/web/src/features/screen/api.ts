import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { GetScreen } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

/** What nobody is told of at once, such as runs of others, is seen after so long. */
export const POLL_MS = 10_000
/** Rounds may follow each other faster than anybody reads. */
const PAUSE_MS = 1_000

const KEY = ['screen'] as const

const screenQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(GetScreen, { utcOffset: -new Date().getTimezoneOffset() }, { signal }),
    refetchInterval: POLL_MS,
  })

/** The federation at one look, kept up to date. */
export function useScreen() {
  const client = useQueryClient()
  const refresh = useThrottled(() => void client.invalidateQueries({ queryKey: KEY }), PAUSE_MS)
  useLive(({ cmd }) => {
    if (cmd !== 'user') refresh()
  })
  return useQuery(screenQuery())
}
