import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetParty, ListParties } from '@tessera/contract/wire'
import { call } from './api.ts'

/** Those that a choice shows at once; a name finds the others. */
const SHOWN = 20

/** The federation's parties whose name holds this. */
export const partiesQuery = (name: string) =>
  queryOptions({
    queryKey: ['parties', name],
    queryFn: ({ signal }) => call(ListParties, { pageSize: SHOWN, ...(name && { name }) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const anyPartyQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['parties', 'one', partyId],
    queryFn: ({ signal }) => call(GetParty, { partyId }, { signal }),
  })
