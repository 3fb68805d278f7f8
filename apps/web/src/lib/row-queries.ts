import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetAnalysis, GetColumnProfiles, ListRows } from '@tessera/contract/wire'
import type { call } from './api.ts'
import type { RowView } from './row-view.ts'

type Rows = Omit<RowView, 'columns'>

/** A picture's token opens it for five minutes; rows never change, so nothing else makes them old. */
const TOKEN_LIVES_MS = 240_000

/** What is asked of rows: `ask` reaches the edge that has them, from the console or from a page of the edge's own. */
export function rowQueries(ask: typeof call) {
  const listRows = (tableName: string, { page, pageSize, sort, filters }: Rows, signal: AbortSignal) =>
    ask(
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

  return {
    listRows,
    rowsQuery: (tableName: string, { page, pageSize, sort, filters }: Rows) =>
      queryOptions({
        queryKey: ['dataset', 'rows', tableName, page, pageSize, sort, filters],
        queryFn: ({ signal }) => listRows(tableName, { page, pageSize, sort, filters }, signal),
        placeholderData: keepPreviousData,
        staleTime: TOKEN_LIVES_MS,
      }),
    profilesQuery: (tableName: string) =>
      queryOptions({
        queryKey: ['dataset', 'profiles', tableName],
        queryFn: ({ signal }) => ask(GetColumnProfiles, { tableName }, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    analysisQuery: (tableName: string) =>
      queryOptions({
        queryKey: ['dataset', 'analysis', tableName],
        queryFn: ({ signal }) => ask(GetAnalysis, { tableName }, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }),
  }
}
