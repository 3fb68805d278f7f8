import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Dataset, Input } from '@tessera/contract'
import {
  CheckHealth,
  DeleteDataset,
  GetColumnProfiles,
  GetDataset,
  ListMyDatasets,
  ListPoolDatasets,
  ListRows,
  SaveDataset,
  SearchDatasetName,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const DATASETS_PER_PAGE = 16
export const ROWS_PER_PAGE = [10, 20, 30, 40] as const

export interface ListRequest {
  page: number
  name: string
}

const listInput = ({ page, name }: ListRequest) => ({
  pageNo: page,
  pageSize: DATASETS_PER_PAGE,
  ...(name && { name }),
})

export const poolDatasetsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['dataset', 'pool', request],
    queryFn: ({ signal }) => call(ListPoolDatasets, listInput(request), { signal }),
    placeholderData: keepPreviousData,
  })

export const myDatasetsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['dataset', 'mine', request],
    queryFn: ({ signal }) => call(ListMyDatasets, listInput(request), { signal }),
    placeholderData: keepPreviousData,
  })

export const datasetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset', 'detail', datasetId],
    queryFn: ({ signal }) => call(GetDataset, { datasetId }, { signal }),
  })

export const rowsQuery = (tableName: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['dataset', 'rows', tableName, page, pageSize],
    queryFn: ({ signal }) => call(ListRows, { tableName, pageNo: page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })

export const profilesQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'profiles', tableName],
    queryFn: ({ signal }) => call(GetColumnProfiles, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Throws what keeps the browser from the edge: the upload opens only when this answers. */
export const checkEdgeHealth = () => call(CheckHealth)

/** Datasets of the caller with exactly this name; none means it is free. */
export const findByName = (name: string): Promise<Dataset[]> => call(SearchDatasetName, { name })

export const saveDataset = (input: Input<typeof SaveDataset>) => call(SaveDataset, input)

export const deleteDataset = (datasetId: string) => call(DeleteDataset, { datasetId })

/** The party's tables whose rows the user may read; the newest 200. */
export const ownTablesQuery = () =>
  queryOptions({
    queryKey: ['dataset', 'own-tables'],
    queryFn: async ({ signal }) => {
      const { records } = await call(ListMyDatasets, { pageNo: 1, pageSize: 200 }, { signal })
      return records.filter(({ contentType, abilities }) => contentType === 'tabular' && abilities.readRows)
    },
  })
