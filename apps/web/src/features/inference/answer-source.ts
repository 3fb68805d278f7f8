import type { Explanation, Inference, ModelInput, ModelOutput, TableRow } from '@tessera/contract'
import type { Answerer, DatasetAnswers } from './answerer.ts'

/** The source of predictions: an inference task, or a model whose predictions are not stored. */
export interface AnswerSource {
  /** Identifies this source of predictions in the query cache. */
  id: string
  input: ModelInput | null
  output: ModelOutput | null
  /** Explains the prediction for a row. Null if the user can view predictions but not request them. */
  explain: ((row: TableRow, signal: AbortSignal) => Promise<Explanation>) | null
  /** Loads a picture of the party's own data, which is shown beside its prediction. */
  datasets: Pick<DatasetAnswers, 'pictureUrl' | 'fetchPicture'> | null
}

export const inferenceSource = (
  { explainRow, datasets }: Answerer,
  { id, input, output, abilities }: Inference,
): AnswerSource => ({
  id,
  input,
  output,
  datasets,
  explain: abilities.run ? (row, signal) => explainRow(id, row, signal) : null,
})

export const modelSource = (
  { explainOnce, datasets }: Answerer,
  modelId: string,
  { input, output }: Pick<AnswerSource, 'input' | 'output'>,
): AnswerSource => ({
  id: modelId,
  input,
  output,
  datasets,
  explain: (row, signal) => explainOnce(modelId, row, signal),
})
