import {
  categoryPlaceOf,
  type Explanation,
  fail,
  type InputColumn,
  inputColumnsOf,
  type ModelOutput,
  type Prediction,
  type TableRow,
  widthOf,
} from '@tessera/contract'
import { oneAtATime, sha256 } from '@tessera/server'
import type { KnownModel } from '../infer.ts'
import type { TreeFile } from '../read-trees.ts'
import { runInWorker } from '../run-in-worker.ts'
import { numberOr } from './effects.ts'
import { type Answered, CLOSE, sumOf } from './exact.ts'
import type { PathEffects } from './paths.ts'

/** The columns of the features, and the feature values of some rows. The first row is the one to explain. */
export interface AskedPaths {
  file: Uint8Array
  columnOf: number[]
  rows: Float64Array[]
}
export type FoundPaths = PathEffects & Pick<TreeFile, 'label' | 'least'> & { sums: Float64Array[] }

const LIMITS = { megabytes: 512, seconds: 20 }
const alone = oneAtATime()

/**
 * Explains the prediction of a tree model exactly, if the file states the share of rows at each node. Returns null for
 * other models, and if the trees as read here predict other values for these rows than the file does.
 */
export async function byPaths({ file, input, output }: KnownModel, answered: Answered[]): Promise<Explanation | null> {
  const columns = inputColumnsOf(input)
  const asked = { columnOf: columnOf(columns), rows: answered.map(([row]) => featuresOf(columns, row)) }
  const found = await alone(async () => {
    const bytes = await file.read()
    if (sha256(bytes) !== file.sha256) fail('model.changed')
    const script = new URL('./paths-worker.ts', import.meta.url)
    // If reading the trees exceeds the limits, the prediction is explained by another method.
    return runInWorker<FoundPaths | null>(script, { file: bytes, ...asked }, LIMITS).catch(() => null)
  })
  if (!found?.sums.every((sums, at) => agrees((answered[at] as Answered)[1], sums, output, found))) return null
  const reading = readingOf((answered[0] as Answered)[1], found, output)
  return reading && explained(columns, found, reading)
}

/**
 * Maps features to columns. A numeric column is one feature. A categorical column has one feature per category,
 * followed by those for other values, as in the file.
 */
export const columnOf = (columns: InputColumn[]): number[] =>
  columns.flatMap((input, at) => Array.from({ length: featuresIn(input) }, () => at))

const featuresIn = (input: InputColumn) => (input.kind === 'number' ? 1 : widthOf(input))

export function featuresOf(columns: InputColumn[], row: TableRow): Float64Array {
  const features = columns.flatMap((input) => {
    const value = row[input.column]
    if (input.kind === 'number') return numberOr(Number.NaN, value)
    const own = categoryPlaceOf(input, value)
    return Array.from({ length: widthOf(input) }, (_, at) => Number(at === own))
  })
  return Float64Array.from(features)
}

/** How a prediction is computed from the trees: a constant plus weighted sums. */
interface Reading extends Pick<Explanation, 'unit' | 'class' | 'against'> {
  weights: number[]
  constant: number
}

function readingOf(answer: Prediction, { sums, label, least }: FoundPaths, output: ModelOutput): Reading | null {
  if (output.kind === 'number' && label) {
    const { mean, deviation } = label
    return { unit: 'number', class: null, against: null, weights: [deviation], constant: mean }
  }
  const [own] = sums
  const sum = sumOf(answer, output, false)
  if (output.kind !== 'classes' || !sum || !own) return null
  const { unit, class: name, against } = sum
  const isClass = (wanted: string | null) => output.classes.map((one) => Number(String(one) === wanted))
  if (least !== null)
    return { unit: 'probability', class: name, against: null, ...ofProbability(isClass(name), own, least) }
  const others = isClass(against)
  const weights = isClass(name).map((one, at) => one - (others[at] as number))
  return { unit, class: name, against, ...ofSums(weights, own.length, least) }
}

/**
 * Returns how the effects change a probability. The probabilities of several classes are scaled to add up to 1, so a
 * change that affects all of them counts in proportion to the prediction.
 */
function ofProbability(isOwn: number[], sums: Float64Array, least: number): Pick<Reading, 'weights' | 'constant'> {
  const probabilities = perClass(sums, least)
  const all = probabilities.reduce((sum, probability) => sum + probability, 0)
  const share = probabilities.reduce((sum, probability, at) => sum + probability * (isOwn[at] as number), 0) / all
  const { weights, constant } = ofSums(
    isOwn.map((one) => one - share),
    sums.length,
    least,
  )
  return { weights, constant: constant + share }
}

/**
 * Converts weights per class to weights per sum of trees. A model of two classes has one sum: the odds or the
 * probability of the second class.
 */
function ofSums(weights: number[], sums: number, least: number | null): Pick<Reading, 'weights' | 'constant'> {
  const [first = 0, second = 0] = weights
  if (sums > 1) return { weights, constant: 0 }
  return least === null ? { weights: [second], constant: 0 } : { weights: [second - first], constant: first }
}

function perClass(sums: Float64Array, least: number | null): number[] {
  const [only = 0] = sums
  return sums.length > 1 ? [...sums] : [least === null ? 0 : 1 - only, only]
}

function agrees(answer: Prediction, sums: Float64Array, output: ModelOutput, found: FoundPaths): boolean {
  const { label, least } = found
  if (answer.kind === 'number' && label) {
    const [sum = Number.NaN] = sums
    return isClose(label.mean + label.deviation * sum, Number(answer.result), label.deviation)
  }
  if (answer.kind !== 'classes' || output.kind !== 'classes') return false
  const raw = perClass(sums, least)
  const most = Math.max(...raw)
  const terms = raw.map((one) => (least === null ? Math.exp(one - most) : Math.max(one, least)))
  const all = terms.reduce((sum, term) => sum + term, 0)
  return output.classes.every((name, at) =>
    isClose((terms[at] as number) / all, answer.probabilities[name] as number, 1),
  )
}

function explained(
  columns: InputColumn[],
  { sums: [sums], expected, effects }: FoundPaths,
  { weights, constant, ...unit }: Reading,
): Explanation | null {
  const total = (of: (output: number) => number) => weights.reduce((sum, weight, at) => sum + weight * of(at), 0)
  const found = columns.map(({ column }, at) => ({
    column,
    effect: total((output) => effects[output * columns.length + at] as number),
    typical: null,
  }))
  const from = constant + total((output) => expected[output] as number)
  const reached = found.reduce((sum, { effect }) => sum + effect, from)
  const scale = Math.max(...weights.map(Math.abs))
  if (!isClose(reached, constant + total((output) => sums?.[output] as number), scale)) return null
  return { method: 'paths', ...unit, columns: found, untold: [] }
}

const isClose = (one: number, other: number, scale: number) =>
  Math.abs(one - other) <= CLOSE * Math.max(scale, Math.abs(other))
