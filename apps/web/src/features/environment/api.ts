import { queryOptions } from '@tanstack/react-query'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

/** What the party's edge says about itself, over its heartbeat: names of what is not well. */
export const environmentQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['environment-check', partyId],
    queryFn: async ({ signal }) => {
      const [software, hardware] = await Promise.all([
        call(ListFailingSoftware, {}, { signal }),
        call(ListFailingHardware, {}, { signal }),
      ])
      return { software, hardware, checkTime: new Date() }
    },
    staleTime: 0,
  })
