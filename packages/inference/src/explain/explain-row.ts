import type { Explanation, ModelCard, Prediction, TableRow } from '@tessera/contract'
import type { KnownModel } from '../infer.ts'
import type { InferenceRuntime } from '../runtime.ts'
import { byPaths } from './by-paths.ts'
import { effectsOf } from './effects.ts'
import { type Answered, addsUp, exactColumns, plainRow, sumOf } from './exact.ts'
import { measureOf, replacedColumns, replacementsOf, withReplaced } from './replaced.ts'

/** A model with what its card says that it adds up. */
export type ExplainedModel = KnownModel & { card: Pick<ModelCard, 'regression' | 'curves' | 'trees'> }

/**
 * By how much each column moved the answer: exactly where the model adds columns up or is made of trees, else by trying
 * others' values.
 */
export async function explainRow(
  runtime: InferenceRuntime,
  model: ExplainedModel,
  row: TableRow,
): Promise<Explanation> {
  const plain = plainRow(model.input.columns)
  const [answer, plainAnswer] = (await runtime.predict(model.file, [row, plain])) as [Prediction, Prediction]
  const answered: [Answered, Answered] = [
    [row, answer],
    [plain, plainAnswer],
  ]
  const exact = exactly(model, answered) ?? (model.card.trees ? await byPaths(model, answered) : null)
  const { columns, ...rest } = exact ?? (await byReplacing(runtime, model, row, answer))
  return { ...rest, columns: columns.sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect)) }
}

function exactly(
  { input: { columns }, card }: ExplainedModel,
  [[row, answer], plain]: [Answered, Answered],
): Explanation | null {
  const effects = effectsOf(card)
  const sum = sumOf(answer, card.regression?.counts !== undefined)
  if (!effects || !sum || !addsUp(columns, [row, answer], plain, effects, sum)) return null
  const { unit, class: name, against } = sum
  const found = exactColumns(columns, row, effects, sum)
  return { method: effects.method, unit, class: name, against, columns: found, untold: [] }
}

async function byReplacing(
  runtime: InferenceRuntime,
  { file, input: { columns } }: ExplainedModel,
  row: TableRow,
  answer: Prediction,
): Promise<Explanation> {
  const replacements = replacementsOf(columns)
  const others = await runtime.predict(
    file,
    replacements.map((one) => withReplaced(row, one)),
  )
  const { unit, read } = measureOf(answer)
  const replaced = replacements.map((one, at) => ({ ...one, answer: read(others[at] as Prediction) }))
  return {
    ...{ method: 'replaced', unit, class: answer.kind === 'classes' ? answer.result : null, against: null },
    ...replacedColumns(columns, read(answer), replaced),
  }
}
