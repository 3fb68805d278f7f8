import {
  type Explanation,
  type InputColumn,
  type ModelOutput,
  type Prediction,
  positiveClassOf,
  type TableRow,
} from '@tessera/contract'
import { type Effects, exampleOf } from './effects.ts'

/** A row with what the model's file says of it. */
export type Answered = [row: TableRow, answer: Prediction]

/** What the effects add up to: of two classes the log odds of the positive one, of more those of the one predicted against the likeliest other. */
export interface Sum {
  unit: Explanation['unit']
  class: string | null
  against: string | null
  /** The sum that an answer stands for. */
  read: (prediction: Prediction) => number
}

export function sumOf(prediction: Prediction, output: ModelOutput, isCount: boolean): Sum | null {
  switch (prediction.kind) {
    case 'classes':
      return oddsOf(prediction, explainedClass(prediction, output))
    case 'number':
      return isCount
        ? { unit: 'log-rate', class: null, against: null, read: ({ result }) => Math.log(Number(result)) }
        : { unit: 'number', class: null, against: null, read: ({ result }) => Number(result) }
    case 'survival':
      return { unit: 'log-hazard', class: null, against: null, read: ({ result }) => Math.log(Number(result)) }
    case 'clusters':
    case 'entities':
    case 'boxes':
      return null
    case 'labels':
      return oddsOfSurest(prediction)
  }
}

/** The class that an answer is explained for. */
export const explainedClass = ({ result }: Pick<Prediction, 'result'>, output: ModelOutput): string =>
  (output.kind === 'classes' ? positiveClassOf(output.classes) : null) ?? result

function oddsOf({ probabilities }: Extract<Prediction, { kind: 'classes' }>, own: string): Sum {
  const others = Object.entries(probabilities).filter(([name]) => name !== own)
  const [against = null] = others.sort(([, a], [, b]) => b - a)[0] ?? []
  const share = (prediction: Prediction, name: string | null) =>
    (prediction.kind === 'classes' && name !== null && prediction.probabilities[name]) || 0
  const read = (prediction: Prediction) => Math.log(share(prediction, own) / share(prediction, against))
  return { unit: 'log-odds', class: own, against, read }
}

/** Of several labels that of the likeliest one, against its not applying. */
function oddsOfSurest({ probabilities }: Extract<Prediction, { kind: 'labels' }>): Sum {
  const [name = ''] = Object.entries(probabilities).sort(([, a], [, b]) => b - a)[0] ?? []
  const read = (prediction: Prediction) => {
    const chance = prediction.kind === 'labels' ? (prediction.probabilities[name] ?? 0) : 0
    return Math.log(chance / (1 - chance))
  }
  return { unit: 'log-odds', class: name, against: null, read }
}

/** A row whose sum is known from the effects too: means, and each column's first category. */
export const plainRow = (columns: InputColumn[]): TableRow =>
  Object.fromEntries(columns.map((input) => [input.column, plainValue(input)]))

const plainValue = (input: InputColumn) => (input.kind === 'number' ? exampleOf(input) : (input.categories?.[0] ?? ''))

/**
 * What each column adds to the sum, more than the rows trained on have it. A hazard is a multiple of the plain row's, so
 * its columns are compared with that row: they add up to the hazard's logarithm.
 */
export function exactColumns(columns: InputColumn[], row: TableRow, effects: Effects, sum: Sum) {
  return columns.map((input) => {
    const difference = (of: (name: string | null) => number) =>
      of(sum.class) - (sum.against === null ? 0 : of(sum.against))
    const typical: Effects['typical'] =
      sum.unit === 'log-hazard'
        ? (one, name) => ({ effect: effects.of(one, plainValue(one), name), value: plainValue(one) })
        : effects.typical
    return {
      column: input.column,
      effect:
        difference((name) => effects.of(input, row[input.column], name)) -
        difference((name) => typical(input, name).effect),
      typical: typical(input, sum.class).value,
    }
  })
}

export const CLOSE = 1e-6

/**
 * Whether the effects say what the model itself does between a plain row and this one: else the card is not of what is
 * added up. Where an answer is so sure that no odds can be read from it, the card is believed.
 */
export function addsUp(
  columns: InputColumn[],
  [row, answer]: Answered,
  [plain, plainAnswer]: Answered,
  effects: Effects,
  sum: Sum,
): boolean {
  const of = (input: InputColumn, from: TableRow) => {
    const other = sum.against === null ? 0 : effects.of(input, from[input.column], sum.against)
    return effects.of(input, from[input.column], sum.class) - other
  }
  const terms = columns.flatMap((input) => [of(input, row), -of(input, plain)])
  const said = terms.reduce((all, term) => all + term, 0)
  const done = sum.read(answer) - sum.read(plainAnswer)
  // Large terms of opposite signs leave little of their digits.
  const scale = terms.reduce((all, term) => all + Math.abs(term), 1)
  return !Number.isFinite(done) || Math.abs(said - done) <= CLOSE * scale
}
