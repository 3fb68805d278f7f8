import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContentType } from '@tessera/contract'
import { GetAnalysis, GetColumnProfiles, GetDataset, ListMyDatasets, ListRows } from '@tessera/contract/wire'
import { call } from './api.ts'
import type { RowView } from './row-view.ts'

/** What the pages of a dataset and a task's choice of data both ask of a dataset. */

export const datasetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset', 'detail', datasetId],
    queryFn: ({ signal }) => call(GetDataset, { datasetId }, { signal }),
  })

export interface DatasetSearch {
  name: string
  kind?: ContentType | null
}

export const myDatasetsQuery = (pageNo: number, pageSize: number, { name, kind }: DatasetSearch) =>
  queryOptions({
    queryKey: ['dataset', 'mine', pageNo, pageSize, name, kind],
    queryFn: ({ signal }) =>
      call(ListMyDatasets, { pageNo, pageSize, ...(name && { name }), ...(kind && { contentType: kind }) }, { signal }),
    placeholderData: keepPreviousData,
  })

type Rows = Omit<RowView, 'columns'>

/** Rows come straight from the party's own edge. */
export const listRows = (tableName: string, { page, pageSize, sort, filters }: Rows, signal: AbortSignal) =>
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
  )

/** A picture's token opens it for five minutes; rows never change, so nothing else makes them old. */
const TOKEN_LIVES_MS = 240_000

export const rowsQuery = (tableName: string, { page, pageSize, sort, filters }: Rows) =>
  queryOptions({
    queryKey: ['dataset', 'rows', tableName, page, pageSize, sort, filters],
    queryFn: ({ signal }) => listRows(tableName, { page, pageSize, sort, filters }, signal),
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
