import {
  categoryPlaceOf,
  type InputColumn,
  leastOf,
  outsideOf,
  rowsOf,
  type Seen,
  type TableRow,
} from '@tessera/contract'

/** A bar of rows trained on, and where it stands, in shares of the picture. */
export interface PlaceBar {
  from: number
  to: number
  height: number
}

/** Where a row lies among those trained on in one column. */
export interface Place {
  column: string
  bars: PlaceBar[]
  /** Share of the picture's width; null where the value is missing or no category. */
  mark: number | null
  /** Of a number: about this share of the rows lies below it. */
  below: number | null
  /** Of a category: rows that have it. */
  same: { count: Seen['counts'][number]; rows: number | null } | null
}

/** Each of the open outer bins is drawn this wide: how far its rows reach, nobody is told. */
const OUTER = 0.08

/** Null where the model does not say where its rows lie. */
export function placeOf(input: InputColumn, value: TableRow[string] | undefined): Place | null {
  const { seen, column } = input
  if (!seen || seen.counts.length === 0) return null
  const text = String(value ?? '').trim()
  return {
    column,
    ...(input.kind === 'number' ? inNumbers(seen, text) : inCategories(input, seen, text)),
  }
}

function inNumbers(seen: Seen, text: string): Omit<Place, 'column'> {
  const { points, counts } = seen
  const [first = 0, last = 0] = [points[0], points.at(-1)]
  const x = (value: number) => (last > first ? OUTER + ((value - first) / (last - first)) * (1 - 2 * OUTER) : 0.5)
  const ends = [0, ...points.map(x), 1]
  const widths = counts.map((_count, at) => (ends[at + 1] as number) - (ends[at] as number))
  // The area is the rows: a wide bin with as many is lower.
  const heights = counts.map((count, at) => ((widths[at] as number) > 0 ? leastOf(count) / (widths[at] as number) : 0))
  const highest = Math.max(...heights, Number.MIN_VALUE)
  const bars = counts.map((_count, at) => ({
    from: ends[at] as number,
    to: ends[at + 1] as number,
    height: (heights[at] as number) / highest,
  }))
  if (text === '') return { bars, mark: null, below: null, same: null }
  const value = Number(text)
  const mark = value < first ? OUTER / 2 : value > last ? 1 - OUTER / 2 : x(value)
  return { bars, mark, below: shareBelow(seen, value), same: null }
}

const sum = (counts: Seen['counts']) => counts.reduce<number>((rows, count) => rows + leastOf(count), 0)

/** As if rows lay evenly between two points. Null beyond the outer ones, where nothing is known but how many. */
function shareBelow(seen: Seen, value: number): number | null {
  const { points, counts } = seen
  const rows = sum(counts)
  const bin = points.findIndex((point) => value < point)
  if (rows === 0 || bin === 0) return null
  if (bin < 0) return value === points.at(-1) ? (rows - leastOf(counts.at(-1))) / rows : null
  const [low, high] = [points[bin - 1] as number, points[bin] as number]
  return (sum(counts.slice(0, bin)) + (leastOf(counts[bin]) * (value - low)) / (high - low)) / rows
}

function inCategories(input: InputColumn, seen: Seen, text: string): Omit<Place, 'column'> {
  const { counts } = seen
  const highest = Math.max(...counts.map(leastOf), 1)
  const width = 1 / counts.length
  const bars = counts.map((count, at) => {
    return { from: at * width, to: (at + 1) * width, height: leastOf(count) / highest }
  })
  // No row trained on is like a value for which a category stands.
  if (outsideOf(input, text)?.as) return { bars, mark: null, below: null, same: null }
  const place = categoryPlaceOf(input, text)
  const same = { count: counts[place] ?? null, rows: rowsOf(seen) }
  return { bars, mark: (place + 0.5) * width, below: null, same }
}
