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

/** Predicts at the platform, for a party without an edge. `request.ts` routes these calls to the platform. */
export const atPlatform: Answerer = {
  inferOnce: (modelId, rows) => call(InferOnce, { modelId, rows }),
  explainOnce: (modelId, row, signal) => call(ExplainOnce, { modelId, row }, { signal }),
  createInference: (input) => call(CreateInference, input),
  getInference: (inferenceId, signal) => call(GetInference, { inferenceId }, { signal }),
  deleteInference: (inferenceId) => call(DeleteInference, { inferenceId }),
  infer: (inferenceId, rows) => call(Infer, { inferenceId, rows }),
  explainRow: (inferenceId, row, signal) => call(ExplainRow, { inferenceId, row }, { signal }),
  datasets: null,
}
