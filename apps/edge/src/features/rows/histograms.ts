import type { ColumnProfile, ColumnType } from '@tessera/contract'
import { short } from '../../kinds/analysis.ts'
import { labelsIn } from '../../kinds/label-lists.ts'
import { type Duck, literal } from '../../lib/duck.ts'

const BINS = 10
/** A column with at most this many distinct values is counted completely, together with other columns. */
const FEW_VALUES = 1_000
const LABEL_LENGTH = 80
const DAY_MS = 24 * 60 * 60 * 1_000

/** A column, and the facts known about it before its values are counted. */
export interface Known {
  /** SQL expression for the values of the column. */
  cell: string
  type: ColumnType
  distinct: number
  /** Whether the number of distinct values is exact instead of estimated. */
  isCounted: boolean
  /** Smallest and largest number of the column; for dates, in milliseconds. */
  low: number | null
  high: number | null
}

type Bins = ColumnProfile['bins']
export interface Spread {
  distinct: number
  bins: Bins
}

/**
 * Returns ten equal bins for columns of numbers and dates, and the most frequent values for other columns. Most columns
 * share one query.
 */
export async function listBins(duck: Duck, source: string, columns: Known[]): Promise<Spread[]> {
  const questions = columns.flatMap((column, index) => [
    ...(isSpread(column) ? [`to_json(histogram(${binOf(column)})) AS "bins ${index}"`] : []),
    ...(isListed(column) ? [`to_json(histogram(${labelOf(column)})) AS "bins ${index}"`] : []),
    ...(isRecounted(column) ? [`cardinality(histogram(${column.cell})) AS "distinct ${index}"`] : []),
  ])
  const found = questions.length === 0 ? {} : await duck.row(`SELECT ${questions.join(', ')} FROM ${source}`)
  const spreads: Spread[] = []
  for (const [index, column] of columns.entries()) {
    const counts = new Map(
      Object.entries((JSON.parse(String(found[`bins ${index}`] ?? 'null')) ?? {}) as Record<string, number>),
    )
    const distinct = isRecounted(column) ? Number(found[`distinct ${index}`] ?? 0) : column.distinct
    if (isSpread(column)) spreads.push({ distinct, bins: equalBins(column, counts) })
    else if (isListed(column)) spreads.push({ distinct, bins: mostOf(counts) })
    else spreads.push({ distinct, bins: await mostFrequent(duck, source, column) })
  }
  return spreads
}

/**
 * Returns whether a column has a numeric range. The difference of two extreme numbers can be infinite; such a column
 * has none.
 */
const isSpread = (column: Known): column is Known & { low: number; high: number } =>
  column.low !== null && column.high !== null && column.high > column.low && Number.isFinite(column.high - column.low)
const isListed = (column: Known) => !isSpread(column) && column.type !== 'labels' && column.distinct <= FEW_VALUES
const isRecounted = ({ isCounted, distinct }: Known) => !isCounted && distinct <= FEW_VALUES

const labelOf = ({ cell }: Pick<Known, 'cell'>) => `left(CAST(${cell} AS VARCHAR), ${LABEL_LENGTH})`

function binOf({ cell, type, low, high }: Known & { low: number; high: number }): string {
  const value = type === 'date' ? `epoch_ms(CAST(${cell} AS TIMESTAMP))` : cell
  const [from, width] = [low, (high - low) / BINS].map((number) => `CAST(${literal(String(number))} AS DOUBLE)`)
  return `CAST(floor((CAST(${value} AS DOUBLE) - ${from}) / ${width}) AS UTINYINT)`
}

function equalBins({ type, low, high }: Known & { low: number; high: number }, counts: Map<string, number>): Bins {
  const width = (high - low) / BINS
  const label = type === 'date' ? (at: number) => moment(at, width) : short
  const bins = Array.from({ length: BINS }, (_, index) => ({
    label: `${label(low + index * width)} – ${label(low + (index + 1) * width)}`,
    count: counts.get(String(index)) ?? 0,
  }))
  // The last bin includes the largest value, which would otherwise start another bin.
  const last = bins[BINS - 1]
  if (last) last.count += counts.get(String(BINS)) ?? 0
  return bins
}

/** Formats a point in time as a day, or to the minute if a bin is shorter than a day. */
function moment(at: number, width: number): string {
  const iso = new Date(at).toISOString()
  return width >= DAY_MS ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}

function mostOf(counts: Map<string, number>): Bins {
  const bins = [...counts].map(([label, count]) => ({ label, count }))
  return bins.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1)).slice(0, BINS)
}

async function mostFrequent(duck: Duck, source: string, column: Known): Promise<Bins> {
  // If a row can have several labels, each label is counted separately.
  const cell = column.type === 'labels' ? `unnest(${labelsIn(column.cell)})` : column.cell
  const rows = await duck.rows(
    `SELECT ${labelOf({ cell: 'value' })} AS label, count(*) AS total FROM (SELECT ${cell} AS value FROM ${source})
     WHERE value IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${BINS}`,
  )
  return rows.map(({ label, total }) => ({ label: String(label), count: Number(total) }))
}
