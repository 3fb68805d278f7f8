import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Dataset, Input, RowFilter } from '@tessera/contract'
import {
  DeleteDataset,
  GetAnalysis,
  GetColumnProfiles,
  GetDataset,
  GetGraphSample,
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

/** Which rows of a dataset are looked at. */
export interface RowView {
  page: number
  pageSize: number
  sort: { column: string; order: 'ascend' | 'descend' } | null
  filters: RowFilter[]
}

/** A picture's token opens it for five minutes; rows never change, so nothing else makes them old. */
const TOKEN_LIVES_MS = 240_000

export const rowsQuery = (tableName: string, { page, pageSize, sort, filters }: RowView) =>
  queryOptions({
    queryKey: ['dataset', 'rows', tableName, page, pageSize, sort, filters],
    queryFn: ({ signal }) =>
      call(
        ListRows,
        {
          tableName,
          pageNo: page,
          pageSize,
          ...(sort && { sort: sort.column, order: sort.order }),
          ...(filters.length > 0 && { filters }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: TOKEN_LIVES_MS,
  })

export const profilesQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'profiles', tableName],
    queryFn: ({ signal }) => call(GetColumnProfiles, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const analysisQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'analysis', tableName],
    queryFn: ({ signal }) => call(GetAnalysis, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const graphQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'graph', tableName],
    queryFn: ({ signal }) => call(GetGraphSample, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

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
