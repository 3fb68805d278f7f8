import { type ColumnProfile, type ColumnType, fail, type TableRow } from '@tessera/contract'
import { get, put } from '../../db/open.ts'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import type { DatasetDeps } from './deps.ts'
import { ROW_ID } from './kinds/index.ts'
import type { StoredDataset } from './queries.ts'

const PROFILE_BINS = 10

/** Dates travel as text. */
export const cellOf = (name: string, type: ColumnType | undefined) =>
  type === 'date' ? `CAST(${ident(name)} AS VARCHAR) AS ${ident(name)}` : ident(name)

/** One page. Row numbers let DuckDB go straight to the right part of the file: page 500,000 is as near as page 1. */
export function readPage(duck: Duck, dataset: StoredDataset, offset: number, size: number): Promise<TableRow[]> {
  const cells = [ident(ROW_ID), ...dataset.columns.map((name) => cellOf(name, dataset.columnTypes[name]))]
  const source = `read_parquet(${literal(dataset.file)}, file_row_number = true)`
  return duck.rows(
    `SELECT ${cells.join(', ')} FROM ${source} WHERE file_row_number >= ${offset} AND file_row_number < ${offset + size}`,
  )
}

/** Every column's profile; computed once, as rows never change. */
export async function readProfiles(deps: DatasetDeps, dataset: StoredDataset): Promise<ColumnProfile[]> {
  const kept = get(deps.db, 'select profiles from profiles where table_name = ?', dataset.tableName)
  if (kept) return JSON.parse(String(kept.profiles)) as ColumnProfile[]
  const profiles: ColumnProfile[] = []
  for (const name of dataset.columns) {
    const type = dataset.columnTypes[name] ?? 'text'
    profiles.push(await profileOf(deps.duck, dataset, name, type))
  }
  put(deps.db, 'profiles', { table_name: dataset.tableName, profiles: JSON.stringify(profiles) })
  return profiles
}

async function profileOf(duck: Duck, dataset: StoredDataset, name: string, type: ColumnType): Promise<ColumnProfile> {
  const column = ident(name)
  const source = parquet(dataset.file)
  const isNumber = type === 'number' || type === 'integer'
  const numbers = isNumber
    ? `min(${column})::DOUBLE AS low, max(${column})::DOUBLE AS high, avg(${column}) AS mean,`
    : ''
  const facts = await duck.row(
    `SELECT ${numbers} count(*) - count(${column}) AS missing, count(DISTINCT ${column}) AS distinct_values FROM ${source}`,
  )
  const low = isNumber ? numberOrNull(facts.low) : null
  const high = isNumber ? numberOrNull(facts.high) : null
  return {
    name,
    type,
    missing: Number(facts.missing),
    distinct: Number(facts.distinct_values),
    minimum: low,
    maximum: high,
    mean: isNumber ? numberOrNull(facts.mean) : null,
    quartiles: null,
    bins:
      low !== null && high !== null && high > low
        ? await histogram(duck, source, column, low, high)
        : await mostFrequent(duck, source, column),
  }
}

async function histogram(duck: Duck, source: string, column: string, low: number, high: number) {
  const width = (high - low) / PROFILE_BINS
  const bin = `least(${PROFILE_BINS - 1}, floor((${column} - (${low})) / (${width})))::INTEGER`
  const rows = await duck.rows(
    `SELECT ${bin} AS bin, count(*) AS total FROM ${source} WHERE ${column} IS NOT NULL GROUP BY 1`,
  )
  const counts = new Map(rows.map(({ bin, total }) => [Number(bin), Number(total)]))
  return Array.from({ length: PROFILE_BINS }, (_, index) => ({
    label: `${short(low + index * width)} – ${short(low + (index + 1) * width)}`,
    count: counts.get(index) ?? 0,
  }))
}

async function mostFrequent(duck: Duck, source: string, column: string) {
  const rows = await duck.rows(
    `SELECT CAST(${column} AS VARCHAR) AS label, count(*) AS total FROM ${source} WHERE ${column} IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${PROFILE_BINS}`,
  )
  return rows.map(({ label, total }) => ({ label: String(label), count: Number(total) }))
}

const MOST_CLASSES = 1_000

/** The values of a column with their rows, the most frequent first. */
export async function readClasses(duck: Duck, dataset: StoredDataset, column: string) {
  if (!dataset.columns.includes(column)) fail('task.column-unknown', { column })
  const rows = await duck.rows(
    `SELECT CAST(${ident(column)} AS VARCHAR) AS name, count(*) AS count FROM ${parquet(dataset.file)}
     WHERE ${ident(column)} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_CLASSES}`,
  )
  return rows.map(({ name, count }) => ({ name: String(name), count: Number(count) }))
}

const numberOrNull = (value: TableRow[string] | undefined) => (typeof value === 'number' ? value : null)
const short = (value: number) => String(Number(value.toPrecision(4)))
