import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContentType, Input } from '@tessera/contract'
import { DeleteDataset, ListMyDatasets, ListPoolDatasets } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const DATASETS_PER_PAGE = 16

export const poolDatasetsQuery = (request: Input<typeof ListPoolDatasets>) =>
  queryOptions({
    queryKey: ['dataset', 'pool', request],
    queryFn: ({ signal }) => call(ListPoolDatasets, { ...request, pageSize: DATASETS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deleteDataset = (datasetId: string) => call(DeleteDataset, { datasetId })

/** The party's data of some kinds whose rows the user may read; the newest 200. */
export const ownReadableQuery = (wanted: ContentType[]) =>
  queryOptions({
    queryKey: ['dataset', 'own-readable', ...wanted],
    queryFn: async ({ signal }) => {
      const { records } = await call(ListMyDatasets, { pageNo: 1, pageSize: 200 }, { signal })
      return records.filter(({ contentType, abilities }) => wanted.includes(contentType) && abilities.readRows)
    },
  })
