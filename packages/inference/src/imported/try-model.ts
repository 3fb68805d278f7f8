import { AppError, fail, type ImportedDescription, type Prediction, type TableRow } from '@tessera/contract'
import type { InferenceRuntime, ModelFile } from '../runtime.ts'

/** Maximum difference between 1 and the sum of probabilities, which is due to single precision over many classes. */
const CLOSE = 0.01
/**
 * Values of the synthetic rows; each row has the same value in every column. Two rows show whether the model returns
 * one prediction per row or a single one for all.
 */
const VALUES = [0, 1]

/**
 * Runs an imported model on synthetic rows. Fails if it cannot, or if its outputs are not probabilities although a
 * member declares that they are.
 */
export async function tryModel(
  runtime: InferenceRuntime,
  file: ModelFile,
  { columns: named, reading }: Pick<ImportedDescription, 'columns' | 'reading'>,
) {
  const columns = named.flat().map((column) => column.trim())
  const rows = VALUES.map((value): TableRow => Object.fromEntries(columns.map((column) => [column, value])))
  const answers = await runtime.predict(file, rows).catch((error: unknown) => {
    const code = error instanceof AppError ? error.code : null
    // The model computed a result for synthetic rows, for which it need not have a prediction.
    if (code === 'inference.no-answer') return []
    const isWrong = code === 'inference.model-failed' || code === 'model.refused-unreadable'
    return isWrong ? fail('model.import-not-tried') : Promise.reject(error)
  })
  if (reading === 'chances' && !answers.every(areChances)) fail('model.import-not-chances')
}

function areChances(answer: Prediction): boolean {
  if (answer.kind !== 'classes') return false
  const chances = Object.values(answer.probabilities)
  const sum = chances.reduce((all, one) => all + one, 0)
  return Math.abs(sum - 1) <= CLOSE && chances.every((one) => one >= -CLOSE && one <= 1 + CLOSE)
}
