import { queryOptions } from '@tanstack/react-query'
import { GetGraphSample, GetHeldDataset } from '@tessera/contract/wire'
import { edgePicturePath } from '../../lib/edge-picture.ts'
import { callOwnEdge, ownEdgeUrl } from '../../lib/own-edge.ts'
import { rowQueries } from '../../lib/row-queries.ts'

/** What the page of a dataset asks the edge that served it. */

export const heldQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['held', datasetId],
    queryFn: ({ signal }) => callOwnEdge(GetHeldDataset, { datasetId }, { signal }),
  })

export const { rowsQuery, profilesQuery, analysisQuery } = rowQueries(callOwnEdge)

export const graphQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['graph', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetGraphSample, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of a picture at this edge; the token opens this one. */
export const ownPictureUrl = (path: string, token: string) => `${ownEdgeUrl()}${edgePicturePath(path, token)}`
