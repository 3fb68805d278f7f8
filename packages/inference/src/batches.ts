import { type BoxesOutput, boxesText, fail, type Prediction, type TableRow, type Token } from '@tessera/contract'
import { boxesOf, ENDS } from './boxes.ts'
import type { ModelSignature } from './check-model.ts'
import type { Frame } from './frames.ts'
import { kindOf } from './kinds/index.ts'
import { readTokens } from './kinds/tokens.ts'
import type { ModelRequest } from './model-messages.ts'
import { entitiesText, outputKindOf } from './outputs.ts'
import { likeliestTags, markedEntities, tagsOf } from './tagging.ts'

const MAX_BATCH_ROWS = 4_096
/** Maximum number of values that one batch sends to the model or gets from it. */
const MAX_BATCH_VALUES = 2 ** 20

/** Returns the number of rows per batch, which keeps tensors small for datasets of any size. */
export function batchRows({ input, output }: ModelSignature): number {
  if (kindOf(input).isWhole) return Number.MAX_SAFE_INTEGER
  const width = Math.max(kindOf(input).width(input), outputKindOf(output).width, 1)
  return Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(MAX_BATCH_VALUES / width)))
}

export async function requestOf({ input, output }: ModelSignature, rows: TableRow[]): Promise<Frame> {
  const { inputs, parts } = await kindOf(input).encode(input, rows)
  const { names } = outputKindOf(output)
  return { head: { kind: 'run', rows: rows.length, inputs, ...names } satisfies ModelRequest, parts }
}

/** Returns the predictions for a batch from the model's answer. Fails if the answer does not fit these rows. */
export function predictionsOf(signature: ModelSignature, rows: TableRow[], answer: Frame): Prediction[] {
  const { input, output } = signature
  if (output.kind === 'entities') return markedTexts(signature, rows, answer)
  if (output.kind === 'boxes') return boxedPictures(signature, output, rows, answer)
  const { head, parts } = answer
  const { names, width, predictionOf } = outputKindOf(output)
  const reported = (head as { results?: unknown } | null)?.results
  const results = names.result === null ? rows.map(() => '') : reported
  const bytes = parts[0] ?? new Uint8Array()
  const fits = bytes.byteLength === rows.length * width * Float64Array.BYTES_PER_ELEMENT
  if (!fits || !areTexts(results) || results.length !== rows.length) fail('inference.model-failed')
  const numbers = new Float64Array(bytes.buffer as ArrayBuffer)
  const { shown = (_input, row) => row } = kindOf(input)
  return rows.map((row, at) =>
    predictionOf({
      data: shown(input, row),
      result: results[at] as string,
      values: numbers.subarray(at * width, (at + 1) * width),
    }),
  )
}

/**
 * A text as the graph scores it: for each token the scores of its tags, and the transition scores (`steps`) between
 * tags.
 */
export interface ScoredText {
  text: string
  tokens: Token[]
  scores: Float64Array
  steps: Float64Array
  /** The entity classes that the tags mark. */
  classes: string[]
}

/**
 * Returns the scored texts from the model's answer. Fails if the answer does not fit these rows, or if the model does
 * not mark entities.
 */
export function scoredTexts({ input, output }: ModelSignature, rows: TableRow[], { parts }: Frame): ScoredText[] {
  if (input.kind !== 'tokens' || output.kind !== 'entities') fail('inference.model-failed')
  const { classes } = output
  const tags = tagsOf(classes)
  const [scores = NONE, steps = NONE] = parts.map(numbersOf)
  const texts = rows.map((row) => readTokens(input, row))
  const width = Math.max(1, ...texts.map(({ tokens }) => tokens.length))
  if (scores.length !== rows.length * width * tags || steps.length !== (tags + 1) * tags) fail('inference.model-failed')
  return texts.map(({ text, tokens }, at) => {
    const start = at * width * tags
    return { text, tokens, scores: scores.subarray(start, start + tokens.length * tags), steps, classes }
  })
}

/**
 * Returns the predictions for texts. The model returns scores instead of tags, so the best sequence of tags is computed
 * here.
 */
function markedTexts(signature: ModelSignature, rows: TableRow[], answer: Frame): Prediction[] {
  return scoredTexts(signature, rows, answer).map(({ text, tokens, scores, steps, classes }, at) => {
    const entities = markedEntities(likeliestTags(scores, steps, tagsOf(classes)), tokens, classes)
    return { kind: 'entities', data: rows[at] as TableRow, result: entitiesText(text, entities), text, entities }
  })
}

/**
 * Returns the predictions for pictures. The model returns candidate boxes, so candidates that overlap another one for
 * the same object are removed here.
 */
function boxedPictures(
  { input }: ModelSignature,
  output: BoxesOutput,
  rows: TableRow[],
  { parts }: Frame,
): Prediction[] {
  const [ends = NONE, scores = NONE, classes = NONE] = parts.map(numbersOf)
  const most = scores.length / rows.length
  const fits = Number.isInteger(most) && classes.length === scores.length && ends.length === scores.length * ENDS
  if (!fits) fail('inference.model-failed')
  const { shown = (_input, row) => row } = kindOf(input)
  return rows.map((row, at) => {
    const [from, to] = [at * most, (at + 1) * most]
    const candidates = { scores: scores.subarray(from, to), classes: classes.subarray(from, to) }
    const boxes = boxesOf({ ...candidates, boxes: ends.subarray(from * ENDS, to * ENDS) }, output)
    return { kind: 'boxes', data: shown(input, row), result: boxesText(boxes), boxes }
  })
}

const NONE = new Float64Array()
const numbersOf = (part: Uint8Array) => new Float64Array(part.buffer as ArrayBuffer)

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
