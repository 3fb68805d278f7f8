import { useQuery } from '@tanstack/react-query'
import { GetAbout } from '@tessera/contract/wire'
import { call } from './api.ts'

/**
 * Returns the properties of this installation, `{ version, hasMarket, httpsUrl }`, or undefined until they are loaded.
 */
export function useAbout() {
  const { data } = useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => call(GetAbout, {}, { signal }),
    // Never refetched, because the properties change only when the platform restarts.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
