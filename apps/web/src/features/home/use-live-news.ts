import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

export const NEWS_PAUSE_MS = 1_000

/** Asks again for what home shows of the party's tasks when something happened to them, here or elsewhere. */
export function useLiveNews(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  const refresh = useThrottled(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, NEWS_PAUSE_MS)
  useLive((message) => {
    if (message.cmd === 'opened') return
    // A training says something every round and within it, and nobody has to do anything about it.
    if (message.cmd !== 'run' || message.seq === 0) refresh()
  })
}
