import type { Explanation, Inference, ModelInput, ModelOutput, TableRow } from '@tessera/contract'
import type { Answerer, DatasetAnswers } from './answerer.ts'

/** The source of predictions: an inference task, or a model whose predictions are not stored. */
export interface AnswerSource {
  /** Identifies this source in the query cache. */
  id: string
  input: ModelInput | null
  output: ModelOutput | null
  /** Explains a row. Null if the user can view predictions but not request them. */
  explain: ((row: TableRow, signal: AbortSignal) => Promise<Explanation>) | null
  /** Loads pictures of the party's own data, which are shown beside their predictions. */
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
