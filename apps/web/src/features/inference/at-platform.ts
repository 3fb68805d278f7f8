import {
  CreateInference,
  DeleteInference,
  ExplainOnce,
  ExplainRow,
  GetInference,
  Infer,
  InferOnce,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import type { Answerer } from './answerer.ts'

/** With these calls an edge would be asked for values by a page of the platform's: they go to the platform alone. */
const here = (signal?: AbortSignal) => ({ at: 'platform', signal }) as const

/** Of a party without an edge. */
export const atPlatform: Answerer = {
  inferOnce: (modelId, rows) => call(InferOnce, { modelId, rows }, here()),
  explainOnce: (modelId, row, signal) => call(ExplainOnce, { modelId, row }, here(signal)),
  createInference: (input) => call(CreateInference, input, here()),
  getInference: (inferenceId, signal) => call(GetInference, { inferenceId }, here(signal)),
  deleteInference: (inferenceId) => call(DeleteInference, { inferenceId }, here()),
  infer: (inferenceId, rows) => call(Infer, { inferenceId, rows }, here()),
  explainRow: (inferenceId, row, signal) => call(ExplainRow, { inferenceId, row }, here(signal)),
  datasets: null,
}
