import type { Explanation, Inference, ModelInput, ModelOutput, TableRow } from '@tessera/contract'
import type { Answerer, DatasetAnswers } from './answerer.ts'

/** What answers: an inference task, or a model by itself, of which nothing is kept. */
export interface Asked {
  /** Tells its answers from those of others. */
  id: string
  input: ModelInput | null
  output: ModelOutput | null
  /** Null where one may look and not ask. */
  explain: ((row: TableRow, signal: AbortSignal) => Promise<Explanation>) | null
  /** Pictures of the party's own data stand beside what is said of them. */
  datasets: Pick<DatasetAnswers, 'pictureUrl' | 'fetchPicture'> | null
}

export const askedInference = (
  { explainRow, datasets }: Answerer,
  { id, input, output, abilities }: Inference,
): Asked => ({
  ...{ id, input, output, datasets },
  explain: abilities.run ? (row, signal) => explainRow(id, row, signal) : null,
})

export const askedModel = (
  { explainOnce, datasets }: Answerer,
  modelId: string,
  { input, output }: Pick<Asked, 'input' | 'output'>,
): Asked => ({
  ...{ id: modelId, input, output, datasets },
  explain: (row, signal) => explainOnce(modelId, row, signal),
})
