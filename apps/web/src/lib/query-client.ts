import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { loadErrorTexts } from './api-error.ts'
import { MY_PARTIES } from './my-parties.ts'

/** Notifies components at once, so that a clicked button is disabled before it can be clicked again. */
notifyManager.setScheduler(queueMicrotask)

/** Retries once if there was no response. A retry cannot resolve an error that a server reported. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.code === 'client.no-response'
}

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // The log-in page has not loaded the texts of errors. If they cannot be loaded, the server's own message is shown.
    loadErrorTexts().catch(() => undefined)
    // Checks for this error here, because a member who was removed from a party learns it from the first refused call.
    const isRemoved = error instanceof ApiError && error.code === 'party.not-member'
    if (isRemoved) void client.invalidateQueries({ queryKey: MY_PARTIES })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Makes calls even if the browser reports "offline", because a platform or an edge on the local network may be
      // reachable.
      queries: { networkMode: 'always', retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
