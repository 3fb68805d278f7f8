import { AppError, fail, type ImportedDescription, type Prediction, type TableRow } from '@tessera/contract'
import type { InferenceRuntime, ModelFile } from '../runtime.ts'

/** How far chances may be from adding up to 1: single precision, over many classes. */
const CLOSE = 0.01
/** What stands in every column of a made-up row: two rows, so that one for each is told from one for all. */
const VALUES = [0, 1]

/** Has an imported model answer rows that are made up. Fails where it cannot, or gives no chances where a member says that it does. */
export async function tryModel(
  runtime: InferenceRuntime,
  file: ModelFile,
  { columns: named, reading }: Pick<ImportedDescription, 'columns' | 'reading'>,
) {
  const columns = named.flat().map((column) => column.trim())
  const rows = VALUES.map((value): TableRow => Object.fromEntries(columns.map((column) => [column, value])))
  const answers = await runtime.predict(file, rows).catch((error: unknown) => {
    const code = error instanceof AppError ? error.code : null
    // It computed them, and made-up rows may well be without an answer.
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
