import { queryOptions } from '@tanstack/react-query'
import { GetGraphSample, GetHeldDataset } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

/** The queries of a dataset's page to the edge that served it. */

export const heldQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['held', datasetId],
    queryFn: ({ signal }) => callOwnEdge(GetHeldDataset, { datasetId }, { signal }),
  })

export const graphQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['graph', tableName],
    queryFn: ({ signal }) => callOwnEdge(GetGraphSample, { tableName }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
