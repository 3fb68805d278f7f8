import type { TableRow } from '../dataset.ts'
import type { ShownCount } from '../described-table.ts'
import { categoryOf } from './categories.ts'
import { categoryPlaceOf } from './rest.ts'
import type { InputColumn, Seen } from './table.ts'

/** A value that few of the rows trained on come near, or one that is none of the model's categories. */
export interface Outside {
  column: string
  /** `missing`: a missing category, which no row trained on lacks. */
  side: 'below' | 'above' | 'unknown' | 'missing'
  /** The cut point that the value lies beyond; null of a text. */
  point: number | null
  /** Of the rows trained on, those beyond it too, or of texts that are no category either; null: not told. */
  count: ShownCount
  /** All rows trained on; null where some counts are not told. */
  rows: number | null
  /** The category that stands for the value, where no row trained on had one like it. */
  as: string | null
}

/** How a value lies outside what the model was trained on; null where it does not, or where the model does not say. */
export function outsideOf(input: InputColumn, value: TableRow[string] | undefined): Outside | null {
  const text = String(value ?? '').trim()
  if (input.kind === 'number' && text === '') return null
  const beyond = input.kind === 'number' ? beyondPoints(input, Number(text)) : unknownText(input, text)
  return beyond && { column: input.column, rows: input.seen ? rowsOf(input.seen) : null, as: null, ...beyond }
}

/** Of a whole row. */
export const outsidesOf = (columns: InputColumn[], row: TableRow): Outside[] =>
  columns.flatMap((input) => outsideOf(input, row[input.column]) ?? [])

/** Whether a model describes any column's values: where its rows lie, or its categories. */
export const tellsOutside = (columns: InputColumn[]): boolean =>
  columns.some(({ seen, categories }) => seen !== undefined || Boolean(categories?.length))

/** So many at least, by what is told of a count: of ">6" seven, of "<5" none. */
export const leastOf = (count: Seen['counts'][number] | undefined): number => {
  if (typeof count === 'number') return count
  return count?.startsWith('>') ? Number(count.slice(1)) + 1 : 0
}

/** Null where some counts are not told. */
export function rowsOf({ counts }: Seen): number | null {
  const told = counts.filter((count) => typeof count === 'number')
  return told.length === counts.length ? told.reduce((sum, count) => sum + count, 0) : null
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

/** A value that is no category. The count is of rows trained on that had another such value. */
function unknownText(input: InputColumn, text: string): Beyond | null {
  const { categories, seen } = input
  if (!categories?.length || categories.includes(categoryOf(categories, text))) return null
  const place = categoryPlaceOf(input, text)
  const as = categories[place]
  if (as !== undefined) return { side: text === '' ? 'missing' : 'unknown', point: null, count: 0, as }
  return text === '' ? null : { side: 'unknown', point: null, count: seen?.counts[place] ?? null }
}
