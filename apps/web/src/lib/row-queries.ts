import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetAnalysis, GetColumnProfiles, ListRows } from '@tessera/contract/wire'
import { call } from './api.ts'
import type { RowView } from './row-view.ts'

/** What the review of an upload and a task's choice of data ask of rows, until both are pages of the edge's own. */

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
