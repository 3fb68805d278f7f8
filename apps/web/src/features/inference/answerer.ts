import type { Explanation, HeldDataset, Input, Output, TableRow } from '@tessera/contract'
import type {
  CreateInference,
  GetInference,
  GetPredictedGraph,
  InferOnce,
  ListPredictedRows,
} from '@tessera/contract/wire'

/**
 * The server that predicts: the edge that serves the page, or the platform for a party without an edge. The views are
 * the same for both.
 */
export interface Answerer {
  inferOnce: (modelId: string, rows: TableRow[]) => Promise<Output<typeof InferOnce>>
  explainOnce: (modelId: string, row: TableRow, signal: AbortSignal) => Promise<Explanation>
  createInference: (input: Input<typeof CreateInference>) => Promise<string>
  getInference: (inferenceId: string, signal?: AbortSignal) => Promise<Output<typeof GetInference>>
  deleteInference: (inferenceId: string) => Promise<unknown>
  infer: (inferenceId: string, rows: TableRow[]) => Promise<unknown>
  explainRow: (inferenceId: string, row: TableRow, signal: AbortSignal) => Promise<Explanation>
  /** Makes predictions for whole datasets. Null at the platform, because only an edge stores whole datasets. */
  datasets: DatasetAnswers | null
}

/** Makes predictions for whole datasets. */
export interface DatasetAnswers {
  list: (signal: AbortSignal) => Promise<HeldDataset[]>
  infer: (inferenceId: string, datasetId: string) => Promise<unknown>
  listRows: (query: Input<typeof ListPredictedRows>, signal: AbortSignal) => Promise<Output<typeof ListPredictedRows>>
  getGraph: (inferenceId: string, signal: AbortSignal) => Promise<Output<typeof GetPredictedGraph>>
  fetchFile: (path: string) => Promise<Blob>
  /** Returns the address of the picture beside a prediction. The token is valid only for this picture. */
  pictureUrl: (path: string, token: string) => string
  fetchPicture: (path: string, token: string, signal: AbortSignal) => Promise<Blob>
}
