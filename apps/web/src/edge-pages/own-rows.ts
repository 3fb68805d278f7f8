import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetAnalysis, GetColumnProfiles, ListRows } from '@tessera/contract/wire'
import { edgePicturePath } from '../lib/edge-picture.ts'
import { callOwnEdge, ownEdgeUrl } from '../lib/own-edge.ts'
import type { RowView } from '../lib/row-view.ts'

/** Queries for rows at the edge that served the page. */

type Rows = Omit<RowView, 'columns'>

/** A picture's token expires after 5 minutes. Only this limits the cache, because rows never change. */
const TOKEN_LIVES_MS = 240_000

export const listRows = (tableName: string, { page, pageSize, sort, filters }: Rows, signal: AbortSignal) =>
  callOwnEdge(
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
    queryFn: ({ signal }) => callOwnEdge(GetColumnProfiles, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const analysisQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'analysis', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetAnalysis, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the address of a picture at this edge. The token is valid only for this picture. */
export const ownPictureUrl = (path: string, token: string) => `${ownEdgeUrl()}${edgePicturePath(path, token)}`
