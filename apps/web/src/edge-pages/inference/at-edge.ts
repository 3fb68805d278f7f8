import { queryOptions } from '@tanstack/react-query'
import {
  CreateInference,
  DeleteInference,
  ExplainOnce,
  ExplainRow,
  GetAskedModel,
  GetInference,
  GetPredictedGraph,
  Infer,
  InferDataset,
  InferOnce,
  ListHeldDatasets,
  ListPredictedRows,
} from '@tessera/contract/wire'
import type { Answerer } from '../../features/inference/answerer.ts'
import { edgePicturePath } from '../../lib/edge-picture.ts'
import { callOwnEdge, fetchFromOwnEdge } from '../../lib/own-edge.ts'
import { ownPictureUrl } from '../own-rows.ts'

export const askedModelQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['inference', 'model', modelId],
    queryFn: ({ signal }) => callOwnEdge(GetAskedModel, { modelId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Predicts at the edge that served this page. */
export const atEdge: Answerer = {
  inferOnce: (modelId, rows) => callOwnEdge(InferOnce, { modelId, rows }),
  explainOnce: (modelId, row, signal) => callOwnEdge(ExplainOnce, { modelId, row }, { signal }),
  createInference: (input) => callOwnEdge(CreateInference, input),
  getInference: (inferenceId, signal) => callOwnEdge(GetInference, { inferenceId }, { signal }),
  deleteInference: (inferenceId) => callOwnEdge(DeleteInference, { inferenceId }),
  infer: (inferenceId, rows) => callOwnEdge(Infer, { inferenceId, rows }),
  explainRow: (inferenceId, row, signal) => callOwnEdge(ExplainRow, { inferenceId, row }, { signal }),
  datasets: {
    list: (signal) => callOwnEdge(ListHeldDatasets, {}, { signal }),
    infer: (inferenceId, datasetId) => callOwnEdge(InferDataset, { inferenceId, datasetId }),
    listRows: (query, signal) => callOwnEdge(ListPredictedRows, query, { signal }),
    getGraph: (inferenceId, signal) => callOwnEdge(GetPredictedGraph, { inferenceId }, { signal }),
    fetchFile: (path) => fetchFromOwnEdge(path.startsWith('/') ? path : `/${path}`),
    pictureUrl: ownPictureUrl,
    fetchPicture: (path, token, signal) => fetchFromOwnEdge(edgePicturePath(path, token), { signal }),
  },
}
