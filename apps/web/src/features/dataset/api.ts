import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Input } from '@tessera/contract'
import { DeleteDataset, ListPoolDatasets } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const DATASETS_PER_PAGE = 16

export const poolDatasetsQuery = (request: Input<typeof ListPoolDatasets>) =>
  queryOptions({
    queryKey: ['dataset', 'pool', request],
    queryFn: ({ signal }) => call(ListPoolDatasets, { ...request, pageSize: DATASETS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deleteDataset = (datasetId: string) => call(DeleteDataset, { datasetId })
