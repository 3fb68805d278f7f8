import {
  type Explanation,
  fail,
  type InputColumn,
  type ModelOutput,
  type Prediction,
  restAt,
  type TableRow,
  widthOf,
} from '@tessera/contract'
import { explainedClass } from './exact.ts'

/** Maximum number of values in all synthetic rows, which are sent to the model's process in one batch. */
const MAX_VALUES = 2 ** 21
/** A text that no model has as a category. */
const NO_CATEGORY = '\u2205'

interface Replacement {
  column: string
  value: number | string
  rows: number
}

/**
 * Returns, for each column, the values of training rows that replace the column's value: the middles of bins, or the
 * categories.
 */
export function replacementsOf(columns: InputColumn[]): Replacement[] {
  const found = columns.flatMap((input) => {
    const { column, kind, seen } = input
    if (!seen) return []
    const values = kind === 'number' ? middlesOf(seen.points) : valuesOf(input)
    return values.flatMap((value, at) => {
      const rows = seen.counts[at]
      return typeof rows === 'number' && rows > 0 ? [{ column, value, rows }] : []
    })
  })
  if (found.length * columns.length > MAX_VALUES) {
    fail('inference.too-wide', {
      limit: Math.floor(columns.length * Math.sqrt(MAX_VALUES / (found.length * columns.length))),
    })
  }
  return found
}

/** Returns the values of a column at the positions of a category. */
const valuesOf = (input: InputColumn) =>
  Array.from(
    { length: widthOf(input) },
    (_, place) => input.categories?.[place] ?? (restAt(input, place) === 'missing' ? '' : NO_CATEGORY),
  )

/**
 * Returns the middles of the bins. The outer bins have no middle, so their end points are used; these are not values of
 * a person.
 */
function middlesOf(points: number[]): number[] {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  return [first, ...points.slice(1).map((point, at) => (point + (points[at] as number)) / 2), last]
}

/** Returns how to compute the explained number from a prediction. */
export function measureOf(
  answer: Prediction,
  output: ModelOutput,
): Pick<Explanation, 'unit' | 'class'> & { read: (one: Prediction) => number } {
  const { kind } = answer
  if (kind === 'classes') {
    const name = explainedClass(answer, output)
    const read = (one: Prediction) => (one.kind === 'classes' ? (one.probabilities[name] ?? 0) : 0)
    return { unit: 'probability', class: name, read }
  }
  if (kind === 'clusters') {
    return { unit: 'distance', class: null, read: (one) => (one.kind === 'clusters' ? one.distance : 0) }
  }
  return { unit: kind === 'survival' ? 'hazard' : 'number', class: null, read: (one) => Number(one.result) }
}

/**
 * Returns for each column the difference between the prediction and the mean prediction with replaced values of the
 * column.
 */
export function replacedColumns(
  columns: InputColumn[],
  answer: number,
  replaced: (Replacement & { answer: number })[],
): Pick<Explanation, 'columns' | 'untold'> {
  const sums = new Map<string, { rows: number; sum: number }>()
  for (const { column, rows, answer: other } of replaced) {
    const sum = sums.get(column) ?? { rows: 0, sum: 0 }
    sums.set(column, { rows: sum.rows + rows, sum: sum.sum + rows * other })
  }
  return {
    columns: [...sums].map(([column, { rows, sum }]) => ({ column, effect: answer - sum / rows, typical: null })),
    untold: columns.map(({ column }) => column).filter((column) => !sums.has(column)),
  }
}

export const withReplaced = (row: TableRow, { column, value }: Replacement): TableRow => ({ ...row, [column]: value })
