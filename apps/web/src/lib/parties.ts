import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetParty, ListParties } from '@tessera/contract/wire'
import { call } from './api.ts'

/** Number of parties that a list shows at first. Users find other parties by name. */
const SHOWN = 20

/** Query for the federation's parties whose name contains this text. */
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
