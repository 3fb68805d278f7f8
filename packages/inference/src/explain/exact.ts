import {
  type Explanation,
  type InputColumn,
  type ModelOutput,
  type Prediction,
  positiveClassOf,
  type TableRow,
} from '@tessera/contract'
import { type Effects, exampleOf } from './effects.ts'

/** A row and the model's prediction for it. */
export type Answered = [row: TableRow, answer: Prediction]

/**
 * The quantity to which the effects add up. For two classes, it is the log odds of the positive class; for more
 * classes, the log odds of the predicted class against the most probable other class.
 */
export interface Sum {
  unit: Explanation['unit']
  class: string | null
  against: string | null
  /** Returns the value of this quantity for a prediction. */
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

/** Returns the class for which a prediction is explained. */
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

/** Returns the quantity for several labels: the log odds of the most probable label. */
function oddsOfSurest({ probabilities }: Extract<Prediction, { kind: 'labels' }>): Sum {
  const [name = ''] = Object.entries(probabilities).sort(([, a], [, b]) => b - a)[0] ?? []
  const read = (prediction: Prediction) => {
    const probability = prediction.kind === 'labels' ? (prediction.probabilities[name] ?? 0) : 0
    return Math.log(probability / (1 - probability))
  }
  return { unit: 'log-odds', class: name, against: null, read }
}

/**
 * Returns a row for which the effects alone determine the sum: each number is the column's mean, each category the
 * column's first.
 */
export const plainRow = (columns: InputColumn[]): TableRow =>
  Object.fromEntries(columns.map((input) => [input.column, plainValue(input)]))

const plainValue = (input: InputColumn) => (input.kind === 'number' ? exampleOf(input) : (input.categories?.[0] ?? ''))

/**
 * Returns how much each column adds to the sum, compared with the training rows. A hazard is a multiple of the hazard
 * of `plainRow`, so its columns are compared with this row and add up to the logarithm of the hazard.
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
 * Returns whether the effects match the difference between the model's predictions for `plainRow` and for this row. If
 * they do not, the model card does not describe this model. If a prediction is so certain that its odds are infinite,
 * the card is trusted.
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
  const total = terms.reduce((all, term) => all + term, 0)
  const done = sum.read(answer) - sum.read(plainAnswer)
  // Large terms with opposite signs cancel, so few digits of their sum are accurate.
  const scale = terms.reduce((all, term) => all + Math.abs(term), 1)
  return !Number.isFinite(done) || Math.abs(total - done) <= CLOSE * scale
}
