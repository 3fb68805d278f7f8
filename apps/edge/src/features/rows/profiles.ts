import type { ColumnProfile, ColumnType, TableRow } from '@tessera/contract'
import { get, put } from '../../db/open.ts'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import type { DatasetDeps } from './deps.ts'
import { type Known, listBins } from './histograms.ts'
import type { Rows } from './readable.ts'

/** Maximum number of columns per query. The time that DuckDB needs grows faster than this number. */
const COLUMNS_AT_ONCE = 100
/**
 * Number of concurrent queries. A query on a table with many columns uses only one core, because the rows are stored
 * close together in the file.
 */
const QUERIES_AT_ONCE = 2
/** If a table has more values than this, numbers of distinct values are estimated. */
const COUNTED_VALUES = 50_000_000
/** If a table has more values than this, quartiles are estimated, because exact quartiles need all values in memory. */
const SORTED_VALUES = 5_000_000

/**
 * Returns the profile of every column. It is computed only once, because rows never change. In tables with over 100
 * columns or 5 million values, quartiles are estimated (t-digest). In tables with over 100 columns or 50 million
 * values, numbers of distinct values above 1,000 are estimated (HyperLogLog). All other figures are exact.
 */
export async function readProfiles(deps: Pick<DatasetDeps, 'db' | 'duck'>, rows: Rows): Promise<ColumnProfile[]> {
  const stored = get(deps.db, 'select profiles from profiles where table_name = ?', rows.tableName)
  if (stored) return JSON.parse(String(stored.profiles)) as ColumnProfile[]
  const profiles = await profileAll(deps.duck, rows)
  put(deps.db, 'profiles', { table_name: rows.tableName, profiles: JSON.stringify(profiles) })
  return profiles
}

async function profileAll(duck: Duck, rows: Rows): Promise<ColumnProfile[]> {
  const parts: string[][] = []
  for (let start = 0; start < rows.columns.length; start += COLUMNS_AT_ONCE) {
    parts.push(rows.columns.slice(start, start + COLUMNS_AT_ONCE))
  }
  const values = parts.length <= 1 ? rows.rowCount * rows.columns.length : Number.POSITIVE_INFINITY
  const effort = { isCounted: values <= COUNTED_VALUES, isSorted: values <= SORTED_VALUES }
  const profiles: ColumnProfile[][] = []
  const left = parts.entries()
  const work = async () => {
    for (const [index, names] of left) profiles[index] = await profileSome(duck, rows, names, effort)
  }
  await Promise.all(Array.from({ length: QUERIES_AT_ONCE }, work))
  return profiles.flat()
}

interface Effort {
  isCounted: boolean
  isSorted: boolean
}

/** Computes the profiles of some columns in two passes: the ranges first, then the distributions. */
async function profileSome(duck: Duck, rows: Rows, names: string[], effort: Effort): Promise<ColumnProfile[]> {
  const source = parquet(rows.file)
  const typed = names.map((name) => ({ name, type: rows.columnTypes[name] ?? 'text' }))
  const questions = typed.flatMap(({ name, type }, index) =>
    questionsAbout(ident(name), type, effort).map(([fact, sql]) => `${sql} AS "${fact} ${index}"`),
  )
  const facts = await duck.row(`SELECT count(*) AS total, ${questions.join(', ')} FROM ${source}`)
  const known: Known[] = typed.map(({ name, type }, index) => ({
    cell: ident(name),
    type,
    isCounted: effort.isCounted,
    distinct: Math.min(Number(facts[`distinct ${index}`]), Number(facts[`present ${index}`])),
    low: numberOrNull(facts[`low ${index}`]),
    high: numberOrNull(facts[`high ${index}`]),
  }))
  const spreads = await listBins(duck, source, known)
  return typed.map(({ name, type }, index) => ({
    name,
    type,
    missing: Number(facts.total) - Number(facts[`present ${index}`]),
    distinct: spreads[index]?.distinct ?? 0,
    minimum: isNumeric(type) ? (known[index]?.low ?? null) : null,
    maximum: isNumeric(type) ? (known[index]?.high ?? null) : null,
    mean: numberOrNull(facts[`mean ${index}`]),
    quartiles: quartilesOf(facts[`quartiles ${index}`]),
    bins: spreads[index]?.bins ?? [],
  }))
}

function questionsAbout(cell: string, type: ColumnType, { isCounted, isSorted }: Effort): [string, string][] {
  const present: [string, string][] = [
    ['present', `count(${cell})`],
    ['distinct', isCounted ? `count(DISTINCT ${cell})` : `approx_count_distinct(${cell})`],
  ]
  const span = (value: (of: string) => string): [string, string][] => [
    ['low', value(`min(${cell})`)],
    ['high', value(`max(${cell})`)],
  ]
  if (type === 'date') return [...present, ...span((date) => `epoch_ms(CAST(${date} AS TIMESTAMP))`)]
  if (!isNumeric(type)) return present
  const quantile = isSorted ? 'quantile_cont' : 'approx_quantile'
  const value = `CAST(${cell} AS DOUBLE)`
  const quartiles = `to_json(${quantile}(${value}, [0.25, 0.5, 0.75]) FILTER (isfinite(${value})))`
  return [
    ...present,
    ...span((number) => `CAST(${number} AS DOUBLE)`),
    ['mean', `avg(${cell})`],
    ['quartiles', quartiles],
  ]
}

const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'
const numberOrNull = (value: TableRow[string] | undefined) => (typeof value === 'number' ? value : null)

function quartilesOf(json: TableRow[string] | undefined): ColumnProfile['quartiles'] {
  const [first, second, third] = typeof json === 'string' ? (JSON.parse(json) as (number | null)[]) : []
  return first == null || second == null || third == null ? null : [first, second, third]
}
