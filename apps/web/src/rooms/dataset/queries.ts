import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { GetAnalysis, GetColumnProfiles, GetGraphSample, GetHeldDataset, ListRows } from '@tessera/contract/wire'
import { edgePicturePath } from '../../lib/edge-picture.ts'
import { callOwnEdge, ownEdgeUrl } from '../../lib/own-edge.ts'
import type { RowView } from '../../lib/row-view.ts'

/** What the page of a dataset asks the edge that served it. */

export const heldQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['held', datasetId],
    queryFn: ({ signal }) => callOwnEdge(GetHeldDataset, { datasetId }, { signal }),
  })

/** A picture's token opens it for five minutes; rows never change, so nothing else makes them old. */
const TOKEN_LIVES_MS = 240_000

export const rowsQuery = (tableName: string, { page, pageSize, sort, filters }: Omit<RowView, 'columns'>) =>
  queryOptions({
    queryKey: ['rows', tableName, page, pageSize, sort, filters],
    queryFn: ({ signal }) =>
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
      ),
    placeholderData: keepPreviousData,
    staleTime: TOKEN_LIVES_MS,
  })

export const profilesQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['profiles', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetColumnProfiles, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const analysisQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['analysis', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetAnalysis, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const graphQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['graph', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetGraphSample, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of a picture at this edge; the token opens this one. */
export const ownPictureUrl = (path: string, token: string) => `${ownEdgeUrl()}${edgePicturePath(path, token)}`
