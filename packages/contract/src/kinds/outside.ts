import type { TableRow } from '../dataset.ts'
import type { ShownCount } from '../described-table.ts'
import type { InputColumn, Seen } from './table.ts'

/** A value that few of the rows trained on come near, or a text of which next to none of them had the like. */
export interface Outside {
  column: string
  side: 'below' | 'above' | 'unknown'
  /** The cut point that the value lies beyond; null of a text. */
  point: number | null
  /** Of the rows trained on, those beyond it too, or of texts that are no category either; null: not told. */
  count: ShownCount
  /** All rows trained on; null where some counts are not told. */
  rows: number | null
}

/** How a value lies outside what the model was trained on; null where it does not, or where the model does not say. */
export function outsideOf(input: InputColumn, value: TableRow[string] | undefined): Outside | null {
  const text = String(value ?? '').trim()
  if (text === '') return null
  const beyond = input.kind === 'number' ? beyondPoints(input, Number(text)) : unknownText(input, text)
  return beyond && { column: input.column, rows: input.seen ? rowsOf(input.seen) : null, ...beyond }
}

/** Of a whole row. */
export const outsidesOf = (columns: InputColumn[], row: TableRow): Outside[] =>
  columns.flatMap((input) => outsideOf(input, row[input.column]) ?? [])

/** Whether a model says of any column where its rows lie. */
export const tellsOutside = (columns: InputColumn[]): boolean => columns.some(({ seen }) => seen !== undefined)

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

type Beyond = Pick<Outside, 'side' | 'point' | 'count'>

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

/** Texts that are no category count as one of their own, which is known where rows trained on had such texts. */
function unknownText({ categories, seen }: InputColumn, text: string): Beyond | null {
  if (!seen || !categories || categories.includes(text)) return null
  const count = seen.counts[categories.length] ?? null
  return leastOf(count) > 0 ? null : { side: 'unknown', point: null, count }
}
