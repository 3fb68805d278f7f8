import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Search } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(Search, { text }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
