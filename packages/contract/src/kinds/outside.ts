import type { TableRow } from '../dataset.ts'
import type { ShownCount } from '../described-table.ts'
import { categoryOf } from './categories.ts'
import { categoryPlaceOf } from './rest.ts'
import type { InputColumn, Seen } from './table.ts'

/**
 * Describes a value that is far from the values of almost all training rows, or that is not a category of the model.
 */
export interface Outside {
  column: string
  /** How the value lies outside. `missing`: the category is missing, although every training row has one. */
  side: 'below' | 'above' | 'unknown' | 'missing'
  /** The cut point beyond which the value lies; null for a text. */
  point: number | null
  /**
   * The number of training rows that are also beyond the point, or that also have an unknown text; null if withheld.
   */
  count: ShownCount
  /** The number of training rows; null if some counts are withheld. */
  rows: number | null
  /** The category that the model uses for the value, if no training row had a value of this kind. */
  as: string | null
}

/**
 * Returns how a value lies outside the training data; null if it does not, or if the model does not describe its
 * training data.
 */
export function outsideOf(input: InputColumn, value: TableRow[string] | undefined): Outside | null {
  const text = String(value ?? '').trim()
  if (input.kind === 'number' && text === '') return null
  const beyond = input.kind === 'number' ? beyondPoints(input, Number(text)) : unknownText(input, text)
  return beyond && { column: input.column, rows: input.seen ? rowsOf(input.seen) : null, as: null, ...beyond }
}

/** Returns the values of a row that lie outside the training data. */
export const outsidesOf = (columns: InputColumn[], row: TableRow): Outside[] =>
  columns.flatMap((input) => outsideOf(input, row[input.column]) ?? [])

/** Returns whether a model describes the values of any column: its range or its categories. */
export const tellsOutside = (columns: InputColumn[]): boolean =>
  columns.some(({ seen, categories }) => seen !== undefined || Boolean(categories?.length))

/** Returns the lower bound of a shown count: 7 for ">6", and 0 for "<5". */
export const leastOf = (count: Seen['counts'][number] | undefined): number => {
  if (typeof count === 'number') return count
  return count?.startsWith('>') ? Number(count.slice(1)) + 1 : 0
}

/** Returns the number of training rows; null if some counts are withheld. */
export function rowsOf({ counts }: Seen): number | null {
  const known = counts.filter((count) => typeof count === 'number')
  return known.length === counts.length ? known.reduce((sum, count) => sum + count, 0) : null
}

type Beyond = Pick<Outside, 'side' | 'point' | 'count'> & Partial<Pick<Outside, 'as'>>

function beyondPoints({ seen }: InputColumn, value: number): Beyond | null {
  if (!seen) return null
  const { points, counts, low, high } = seen
  const [first, last] = [low ?? points[0], high ?? points.at(-1)]
  if (first !== undefined && value < first) {
    return { side: 'below', point: first, count: low === undefined ? (counts[0] ?? null) : 0 }
  }
  if (last === undefined || value <= last) return null
  return { side: 'above', point: last, count: high === undefined ? (counts.at(-1) ?? null) : 0 }
}

/**
 * Returns how a text that is not a category lies outside. The count is the number of training rows with any other text.
 */
function unknownText(input: InputColumn, text: string): Beyond | null {
  const { categories, seen } = input
  if (!categories?.length || categories.includes(categoryOf(categories, text))) return null
  const place = categoryPlaceOf(input, text)
  const as = categories[place]
  if (as !== undefined) return { side: text === '' ? 'missing' : 'unknown', point: null, count: 0, as }
  return text === '' ? null : { side: 'unknown', point: null, count: seen?.counts[place] ?? null }
}
