import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { loadErrorTexts } from './api-error.ts'
import { MY_PARTIES } from './my-parties.ts'

/** Notify within the same turn, so that a clicked button is busy before it can be clicked again. */
notifyManager.setScheduler(queueMicrotask)

/** Retries once if there was no response. A retry does not resolve errors that a server reported. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.code === 'client.no-response'
}

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // The log-in page has not loaded the texts. If they cannot be loaded, the server's own message is shown.
    loadErrorTexts().catch(() => undefined)
    // A member who was removed from a party learns it from the first call that is refused.
    const isRemoved = error instanceof ApiError && error.code === 'party.not-member'
    if (isRemoved) void client.invalidateQueries({ queryKey: MY_PARTIES })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Browsers may report "offline" although a platform or an edge on the local network is reachable, so calls are
      // always attempted.
      queries: { networkMode: 'always', retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
