import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

export const NEWS_PAUSE_MS = 1_000

/** Refetches the party's tasks on the home page when one of them changes, in this browser or elsewhere. */
export function useLiveNews(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  const refresh = useThrottled(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, NEWS_PAUSE_MS)
  useLive((message) => {
    if (message.cmd === 'opened') return
    // Ignores events within a run (`seq` above 0), because progress of training requires no action.
    if (message.cmd !== 'run' || message.seq === 0) refresh()
  })
}
