import { queryOptions } from '@tanstack/react-query'
import { ListAlgorithms, MAX_PAGE_SIZE } from '@tessera/contract/wire'
import { call } from './api.ts'

/** Query for all algorithms at once, because the platform has few. */
export const allAlgorithmsQuery = () =>
  queryOptions({
    queryKey: ['algorithm', 'all'],
    queryFn: async ({ signal }) => {
      const { records } = await call(ListAlgorithms, { pageNo: 1, pageSize: MAX_PAGE_SIZE }, { signal })
      return records
    },
  })
