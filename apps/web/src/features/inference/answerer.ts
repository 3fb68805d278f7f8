import type { Explanation, HeldDataset, Input, Output, TableRow } from '@tessera/contract'
import type {
  CreateInference,
  GetInference,
  GetPredictedGraph,
  InferOnce,
  ListPredictedRows,
} from '@tessera/contract/wire'

/** Who is asked: the edge that serves the page, or by a party without one the platform. What is shown here is the same for both. */
export interface Answerer {
  inferOnce: (modelId: string, rows: TableRow[]) => Promise<Output<typeof InferOnce>>
  explainOnce: (modelId: string, row: TableRow, signal: AbortSignal) => Promise<Explanation>
  createInference: (input: Input<typeof CreateInference>) => Promise<string>
  getInference: (inferenceId: string, signal?: AbortSignal) => Promise<Output<typeof GetInference>>
  deleteInference: (inferenceId: string) => Promise<unknown>
  infer: (inferenceId: string, rows: TableRow[]) => Promise<unknown>
  explainRow: (inferenceId: string, row: TableRow, signal: AbortSignal) => Promise<Explanation>
  /** Whole datasets lie at an edge: the platform answers nothing of them. */
  datasets: DatasetAnswers | null
}

/** What comes of whole datasets. */
export interface DatasetAnswers {
  list: (signal: AbortSignal) => Promise<HeldDataset[]>
  infer: (inferenceId: string, datasetId: string) => Promise<unknown>
  listRows: (query: Input<typeof ListPredictedRows>, signal: AbortSignal) => Promise<Output<typeof ListPredictedRows>>
  getGraph: (inferenceId: string, signal: AbortSignal) => Promise<Output<typeof GetPredictedGraph>>
  fetchFile: (path: string) => Promise<Blob>
  /** Of a picture beside its answer; the token opens this one. */
  pictureUrl: (path: string, token: string) => string
  fetchPicture: (path: string, token: string, signal: AbortSignal) => Promise<Blob>
}
