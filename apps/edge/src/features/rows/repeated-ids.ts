import { dataKindOf, tellsPersonsApart } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import type { StoredDataset } from './queries.ts'

/** Maximum number of columns that are examined. Each takes one pass over its values. */
const MAX_LOOKED_AT = 200
const MIN_PERSONS = 3
/**
 * Minimum share of rows whose id repeats. A smaller share counts as a mistake, such as a row that was entered twice.
 */
const MIN_REPEATED_SHARE = 0.02
/**
 * Minimum number of distinct values, and their minimum share of the cells, for a column whose name does not indicate
 * ids. The values must look like codes.
 */
const MIN_CODES = 20
const MIN_CODE_SHARE = 0.02

/**
 * Minimum number of other columns that the rows of one number must share for codes and whole numbers to count as ids.
 * If the column's name ends like an id, one shared column is enough.
 */
const MIN_SHARED = 2
/**
 * The minimum share of repeated numbers whose rows must all have the same value in a column, so that the column counts
 * as shared by those rows. The few exceptions count as mistakes.
 */
const MIN_ALIKE = 0.98
/** A column counts as shared only if the probability that this happens by chance is at most exp(-MIN_SURPRISE). */
const MIN_SURPRISE = 14
/**
 * Minimum ratio of value changes between consecutive numbers to value changes in random order. If there are fewer
 * changes, the value can be derived from the number.
 */
const MIN_CHANGES = 0.6
const MAX_CORRELATION = 0.8
/**
 * Maximum ratio of distinct values to numbers. A column with nearly as many values as numbers is only another name for
 * the number.
 */
const MAX_NAMES = 0.9
const MAX_SHARED = 30
const YEARS = [1900, 2100] as const
/** Approximate number of ids that are examined in a large table, each with all its rows. */
const MAX_SEEN = 200_000
/** Maximum number of minima and maxima that one query keeps in memory: two per number and column. */
const MAX_EXTREMES = 4_000_000
/** Maximum number of column pairs that are compared in detail. Each pair costs two sorts of the numbers. */
const MAX_PAIRS = 100
/** Largest absolute value that is used. The sum of larger squares would exceed the range of a double. */
const LARGEST = '1e60::DOUBLE'
/**
 * Matches column names whose last word means "id". The word starts with a capital letter or after a blank or
 * punctuation mark, or is Chinese.
 */
const ENDS_LIKE_AN_ID =
  /(^|[\s_.\-#:/])([Ii][Dd]|[Nn][Rr]|[Nn][Oo]|[Nn]um|[Nn]umber|[Nn]ummer)$|[a-z](I[Dd]|Nr|No|Num|Number)$|号码?$|编号$/
const CODE = '^([A-Za-z]{0,6}[-_ ]?[0-9]{4,12}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{22})$'

type Rows = Pick<StoredDataset, 'file' | 'columns' | 'columnTypes' | 'labelColumns' | 'contentType'>

/**
 * Returns the column by which several rows belong to one person, or null. The names of columns are checked first. If
 * they do not help, the function looks for a code or whole number whose rows all share the values of other columns.
 */
export async function findRepeatedId(duck: Duck, rows: Rows): Promise<string | null> {
  if (!dataKindOf(rows.contentType).mayRepeatPersons) return null
  const open = rows.columns.filter((column) => !rows.labelColumns.includes(column) && isIdType(rows, column))
  const named = open.filter((column) => tellsPersonsApart(column))
  const others = open.filter((column) => !named.includes(column) && rows.columnTypes[column] === 'text')
  const codes: string[] = []
  for (const column of [...named, ...others].slice(0, MAX_LOOKED_AT)) {
    const counted = await countIds(duck, rows.file, column)
    const { cells, persons } = counted
    const isRepeated = persons >= MIN_PERSONS && cells - persons >= Math.max(1, cells * MIN_REPEATED_SHARE)
    if (isRepeated && named.includes(column)) return column
    if (isRepeated && counted.codes === persons) codes.push(column)
  }
  const numbers = open.filter((column) => !named.includes(column) && rows.columnTypes[column] === 'integer')
  const left = { pairs: MAX_PAIRS }
  for (const column of [...codes, ...numbers].slice(0, MAX_SHARED)) {
    if (await isSharedId(duck, rows, column, left)) return column
  }
  return null
}

/**
 * Returns whether codes or whole numbers repeat, and all rows with the same one share values that cannot be derived
 * from it.
 */
async function isSharedId(duck: Duck, rows: Rows, column: string, left: { pairs: number }): Promise<boolean> {
  const others = rows.columns
    .filter((other) => other !== column && !rows.labelColumns.includes(other) && rows.columnTypes[other] !== 'date')
    .slice(0, MAX_LOOKED_AT)
  const { cells, persons, least, most } = await countNumbers(duck, rows.file, column)
  const isRepeated = cells - persons >= cells * MIN_REPEATED_SHARE
  const isYear = least >= YEARS[0] && most <= YEARS[1]
  if (!isRepeated || isYear || persons < Math.max(MIN_CODES, cells * MIN_CODE_SHARE)) return false
  let missing = ENDS_LIKE_AN_ID.test(column.normalize('NFKC')) ? 1 : MIN_SHARED
  for (const other of await alikeColumns(duck, rows, { column, persons }, others)) {
    if (left.pairs === 0) return false
    left.pairs -= 1
    if (await isShared(duck, rows, { column, other, persons })) missing -= 1
    if (missing === 0) return true
  }
  return false
}

/** Returns the columns that vary but have a single value in all rows of nearly every repeated number. */
async function alikeColumns(
  duck: Duck,
  { file }: Rows,
  { column, persons }: Pick<Pair, 'column' | 'persons'>,
  others: string[],
): Promise<string[]> {
  const size = Math.max(1, Math.floor(MAX_EXTREMES / 2 / Math.min(persons, MAX_SEEN)))
  const alike: string[] = []
  for (let from = 0; from < others.length; from += size) {
    const some = others.slice(from, from + size)
    const extremes = some.map((other, at) => `min(${ident(other)}) AS lo${at}, max(${ident(other)}) AS hi${at}`)
    const counts = some.map(
      (_, at) => `count(*) FILTER (cells > 1 AND lo${at} IS NOT DISTINCT FROM hi${at}) AS alike${at},
        min(lo${at}) IS DISTINCT FROM max(hi${at}) AS varies${at}`,
    )
    const found = await duck.row(
      `SELECT count(*) FILTER (cells > 1) AS repeated, ${counts.join(', ')}
       FROM (SELECT count(*) AS cells, ${extremes.join(', ')} ${seenRows(file, column, persons)} GROUP BY ${ident(column)})`,
    )
    const isAlike = (at: number) =>
      found[`varies${at}`] === true && Number(found[`alike${at}`]) >= Number(found.repeated) * MIN_ALIKE
    alike.push(...some.filter((_, at) => isAlike(at)))
  }
  return alike
}

/** SQL for the examined rows: all rows of at most about MAX_SEEN numbers. */
const seenRows = (file: string, column: string, persons: number) =>
  `FROM ${parquet(file)} WHERE ${ident(column)} IS NOT NULL
   AND hash(${ident(column)}) % ${Math.ceil(persons / MAX_SEEN)} = 0`

async function countNumbers(duck: Duck, file: string, column: string) {
  const id = ident(column)
  const counted = await duck.row(
    `SELECT coalesce(sum(cells), 0)::BIGINT AS cells, count(*) AS persons,
       min(number) AS least, max(number) AS most
     FROM (SELECT ${id} AS number, count(*) AS cells FROM ${parquet(file)} WHERE ${id} IS NOT NULL GROUP BY 1)`,
  )
  return {
    cells: Number(counted.cells),
    persons: Number(counted.persons),
    least: Number(counted.least),
    most: Number(counted.most),
  }
}

interface Pair {
  column: string
  other: string
  /** Number of distinct numbers in the column. */
  persons: number
}

/**
 * Returns whether all rows with the same number have the same value in the other column, and this cannot be explained
 * by chance, by the order of numbers or by a second name.
 */
async function isShared(duck: Duck, { file, columnTypes }: Rows, { column, other, persons: all }: Pair) {
  const value = ident(other)
  const isNumber = (name: string) => columnTypes[name] === 'number' || columnTypes[name] === 'integer'
  const found = await duck.row(
    `WITH persons AS (
       SELECT ${ident(column)} AS number, count(*) AS cells, min(${value}) AS first, max(${value}) AS last
       ${seenRows(file, column, all)} GROUP BY 1),
     placed AS (
       SELECT *, first IS DISTINCT FROM lag(first) OVER (ORDER BY number) AS changes,
         first IS DISTINCT FROM lag(first) OVER (ORDER BY hash(number), number) AS differs FROM persons)
     SELECT count(*) AS persons, count(*) FILTER (cells > 1) AS repeated,
       count(*) FILTER (cells > 1 AND first IS NOT DISTINCT FROM last) AS alike,
       count(*) FILTER (changes) AS changes, count(*) FILTER (differs) AS differs, count(DISTINCT first) AS names,
       ${isNumber(column) && isNumber(other) ? `coalesce(abs(corr(${bounded('number')}, ${bounded('first')})), 0)` : '0'} AS correlation FROM placed`,
  )
  const [persons, repeated, alike] = [Number(found.persons), Number(found.repeated), Number(found.alike)]
  const [changes, differs, names] = [Number(found.changes), Number(found.differs), Number(found.names)]
  if (alike < repeated * MIN_ALIKE || names > persons * MAX_NAMES) return false
  const surprise = -Math.log(Math.max(1 - differs / persons, 1e-9)) * repeated
  const isOrdered = changes < differs * MIN_CHANGES || Number(found.correlation) > MAX_CORRELATION
  return surprise >= MIN_SURPRISE && !isOrdered
}

const bounded = (value: string) => `greatest(-${LARGEST}, least(${LARGEST}, ${value}::DOUBLE))`

const isIdType = ({ columnTypes }: Rows, column: string) => ['text', 'integer'].includes(columnTypes[column] ?? '')

/** Counts the rows with a value, the distinct values, and the distinct values that look like codes. */
async function countIds(duck: Duck, file: string, column: string) {
  const text = `CAST(${ident(column)} AS VARCHAR)`
  const counted = await duck.row(
    `SELECT coalesce(sum(cells), 0)::BIGINT AS cells, count(*) AS persons,
       count(*) FILTER (regexp_full_match(name, ${literal(CODE)})) AS codes
     FROM (SELECT ${text} AS name, count(*) AS cells FROM ${parquet(file)} WHERE ${ident(column)} IS NOT NULL GROUP BY 1)`,
  )
  return { cells: Number(counted.cells), persons: Number(counted.persons), codes: Number(counted.codes) }
}
