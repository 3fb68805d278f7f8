import {
  type Explanation,
  fail,
  inputColumnsOf,
  type ModelCard,
  type PicturesInput,
  type Prediction,
  type TableRow,
  type TextsInput,
} from '@tessera/contract'
import type { KnownModel } from '../infer.ts'
import type { InferenceRuntime } from '../runtime.ts'
import { byPaths } from './by-paths.ts'
import { effectsOf } from './effects.ts'
import { explainEntities } from './entities.ts'
import { type Answered, addsUp, exactColumns, plainRow, type Sum, sumOf } from './exact.ts'
import { explainParts, withEachCovered } from './occlusion.ts'
import { explainPieces, piecesOf, withoutEach } from './pieces.ts'
import { measureOf, replacedColumns, replacementsOf, withReplaced } from './replaced.ts'

/** A model with the parts of its card that an explanation needs. */
export type ExplainedModel = KnownModel & { card: Pick<ModelCard, 'regression' | 'curves' | 'trees'> }

/**
 * Returns how much each column changed the prediction. The effects are exact for trees and for models that add up
 * columns; for other models, they are measured by replacing values.
 */
export async function explainRow(
  runtime: InferenceRuntime,
  model: ExplainedModel,
  row: TableRow,
): Promise<Explanation> {
  if (model.input.kind === 'texts') return explainText(runtime, model, model.input, row)
  // Nodes of a graph are refused, because the values of their neighbours change the prediction, too.
  if (model.input.kind === 'graph') fail('inference.why-graph')
  if (model.input.kind === 'tokens') return explainEntities(runtime, model.file, model.input, row)
  if (model.output.kind === 'boxes') fail('inference.why-boxes')
  if (model.input.kind === 'pictures') return explainPicture(runtime, model, model.input, row)
  const plain = plainRow(inputColumnsOf(model.input))
  const [answer, plainAnswer] = (await runtime.predict(model.file, [row, plain])) as [Prediction, Prediction]
  const answered: [Answered, Answered] = [
    [row, answer],
    [plain, plainAnswer],
  ]
  const exact = exactly(model, answered) ?? (model.card.trees ? await byPaths(model, answered) : null)
  const { columns, ...rest } = exact ?? (await byReplacing(runtime, model, row, answer))
  return { ...rest, columns: columns.sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect)) }
}

/**
 * Explains the prediction for a text by leaving out one piece after another, because a text has no other values to
 * compare with.
 */
async function explainText(
  runtime: InferenceRuntime,
  { file, output }: KnownModel,
  input: TextsInput,
  row: TableRow,
): Promise<Explanation> {
  const pieces = piecesOf(input, row)
  const [answer, ...others] = await runtime.predict(file, [row, ...withoutEach(input, pieces)])
  return explainPieces(pieces, answer as Prediction, others, sumOf(answer as Prediction, output, false) as Sum)
}

/** Explains the prediction for a picture by covering one part after another. */
async function explainPicture(
  runtime: InferenceRuntime,
  { file, output }: KnownModel,
  input: PicturesInput,
  row: TableRow,
): Promise<Explanation> {
  const [answer] = await runtime.predict(file, [row])
  const others: Prediction[] = []
  for await (const covered of withEachCovered(input, row)) others.push(...(await runtime.predict(file, [covered])))
  return explainParts(answer as Prediction, others, sumOf(answer as Prediction, output, false) as Sum)
}

function exactly(
  { input, output, card }: ExplainedModel,
  [[row, answer], plain]: [Answered, Answered],
): Explanation | null {
  const columns = inputColumnsOf(input)
  const effects = effectsOf(card)
  const sum = sumOf(answer, output, card.regression?.counts !== undefined)
  if (!effects || !sum || !addsUp(columns, [row, answer], plain, effects, sum)) return null
  const { unit, class: name, against } = sum
  const found = exactColumns(columns, row, effects, sum)
  return { method: effects.method, unit, class: name, against, columns: found, untold: [] }
}

async function byReplacing(
  runtime: InferenceRuntime,
  { file, input, output }: ExplainedModel,
  row: TableRow,
  answer: Prediction,
): Promise<Explanation> {
  const columns = inputColumnsOf(input)
  const replacements = replacementsOf(columns)
  const others = await runtime.predict(
    file,
    replacements.map((one) => withReplaced(row, one)),
  )
  const { unit, class: name, read } = measureOf(answer, output)
  const replaced = replacements.map((one, at) => ({ ...one, answer: read(others[at] as Prediction) }))
  return {
    method: 'replaced',
    unit,
    class: name,
    against: null,
    ...replacedColumns(columns, read(answer), replaced),
  }
}
