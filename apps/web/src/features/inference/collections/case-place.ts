import {
  categoryPlaceOf,
  type InputColumn,
  leastOf,
  outsideOf,
  rowsOf,
  type Seen,
  type TableRow,
} from '@tessera/contract'

/** A bar of training rows. Position and height are shares of the chart. */
export interface PlaceBar {
  from: number
  to: number
  height: number
}

/** The position of a row within the training data, in one column. */
export interface Place {
  column: string
  bars: PlaceBar[]
  /** Position of the row's mark, as a share of the chart's width. Null if the value is missing or not a category. */
  mark: number | null
  /** For a number: the estimated share of training rows below it. */
  below: number | null
  /** For a category: the number of training rows that have it. */
  same: { count: Seen['counts'][number]; rows: number | null } | null
}

/** Width of each open outer bin, as a share of the chart. The range of its rows is not disclosed. */
const OUTER = 0.08

/**
 * Returns the position of a value among the training rows, or null if the model does not contain their distribution.
 */
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
  // A bar's area is proportional to its rows, so if two bins have equal counts, the wider one is lower.
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

/**
 * Estimates the share of rows below a value, assuming that rows are spread evenly between two cut points. Null in the
 * outer bins, where only the count is known.
 */
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
  // If the model replaces the value by another category, no training row is similar.
  if (outsideOf(input, text)?.as) return { bars, mark: null, below: null, same: null }
  const place = categoryPlaceOf(input, text)
  const same = { count: counts[place] ?? null, rows: rowsOf(seen) }
  return { bars, mark: (place + 0.5) * width, below: null, same }
}
