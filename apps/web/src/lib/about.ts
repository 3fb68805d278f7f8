import { useQuery } from '@tanstack/react-query'
import { GetAbout } from '@tessera/contract/wire'
import { call } from './api.ts'

/** What this installation is and offers: `{ version, hasMarket, httpsUrl }`; undefined until it is known. */
export function useAbout() {
  const { data } = useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => call(GetAbout, {}, { signal }),
    // It changes only with a restart of the platform.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
