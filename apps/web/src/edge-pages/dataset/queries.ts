import { queryOptions } from '@tanstack/react-query'
import { GetGraphSample, GetHeldDataset } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

/** Queries of a dataset's page. They go to the edge that serves the page. */

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
