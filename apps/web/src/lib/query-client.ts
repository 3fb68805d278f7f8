import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { loadErrorTexts } from './api-error.ts'
import { MY_PARTIES } from './my-parties.ts'

/** Not in a later turn: a button that was pressed is busy before it can be pressed again. */
notifyManager.setScheduler(queueMicrotask)

/** Errors the server has put into words will not go away by asking again; a silent network may. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.code === 'client.no-response'
}

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // Who logs in has them not yet; without them the server's own words stay.
    loadErrorTexts().catch(() => undefined)
    // Whoever was removed from a party learns it from the first call that is refused.
    const isRemoved = error instanceof ApiError && error.code === 'party.not-member'
    if (isRemoved) void client.invalidateQueries({ queryKey: MY_PARTIES })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Browsers say "offline" of machines that reach a platform or an edge next to them: a call finds out by itself.
      queries: { networkMode: 'always', retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
