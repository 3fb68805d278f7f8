import { tellsPersonsApart } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import type { StoredDataset } from './queries.ts'

/** More columns than this are not looked at: each costs a pass over its values. */
const MAX_LOOKED_AT = 200
const MIN_PERSONS = 3
/** Fewer repeats than this share of the rows are slips, such as one row that was entered twice. */
const MIN_REPEATED_SHARE = 0.02
/** Of a column whose name says nothing: so many of its values are different, and they look like codes. */
const MIN_CODES = 20
const MIN_CODE_SHARE = 0.02

/** Codes and whole numbers go by what else the rows of one number share: so many columns, or one where the name ends like an id's. */
const MIN_SHARED = 2
/** Of the numbers that repeat so many have one value of a column, which it then shares: a few are slips. */
const MIN_ALIKE = 0.98
/** A column is shared by chance with at most a probability of e to the minus this. */
const MIN_SURPRISE = 14
/** As often as between persons in no order the value changes from one number to the next: else it follows from the number. */
const MIN_CHANGES = 0.6
const MAX_CORRELATION = 0.8
/** A column with nearly as many values as there are numbers is another name of it. */
const MAX_NAMES = 0.9
const MAX_SHARED = 30
const YEARS = [1900, 2100] as const
/** Of a large table the rows of about so many numbers are looked at, all rows of each. */
const MOST_SEEN = 200_000
/** Extreme values that one query holds in memory: two of each number and column. */
const MAX_EXTREMES = 4_000_000
/** Pairs of columns that are compared in detail: each costs two sorts of the numbers. */
const MAX_PAIRS = 100
/** Sums of larger squares leave the range of a double. */
const LARGEST = '1e60::DOUBLE'
/** A name's last word, of which the first letter is a capital or stands behind a blank or a mark; or Chinese. */
const ENDS_LIKE_AN_ID =
  /(^|[\s_.\-#:/])([Ii][Dd]|[Nn][Rr]|[Nn][Oo]|[Nn]um|[Nn]umber|[Nn]ummer)$|[a-z](I[Dd]|Nr|No|Num|Number)$|号码?$|编号$/
const CODE = '^([A-Za-z]{0,6}[-_ ]?[0-9]{4,12}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{22})$'

type Rows = Pick<StoredDataset, 'file' | 'columns' | 'columnTypes' | 'labelColumns' | 'contentType'>

/**
 * The column by which several rows are of one person; null where there is none. It goes by the column's name, and where
 * that says nothing, by columns that all rows of a code or a whole number share.
 */
export async function findRepeatedId(duck: Duck, rows: Rows): Promise<string | null> {
  // Nodes of a graph and pictures are told apart by themselves.
  if (rows.contentType !== 'tabular' && rows.contentType !== 'nlp') return null
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

/** Whether codes or whole numbers repeat, and all rows of one share values that do not follow from the number. */
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

/** The columns that vary, but have one value in all rows of nearly each number that repeats. */
async function alikeColumns(
  duck: Duck,
  { file }: Rows,
  { column, persons }: Pick<Pair, 'column' | 'persons'>,
  others: string[],
): Promise<string[]> {
  const size = Math.max(1, Math.floor(MAX_EXTREMES / 2 / Math.min(persons, MOST_SEEN)))
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

/** SQL for the rows that are looked at: all rows of each of at most about MOST_SEEN numbers. */
const seenRows = (file: string, column: string, persons: number) =>
  `FROM ${parquet(file)} WHERE ${ident(column)} IS NOT NULL
   AND hash(${ident(column)}) % ${Math.ceil(persons / MOST_SEEN)} = 0`

async function countNumbers(duck: Duck, file: string, column: string) {
  const id = ident(column)
  const counted = await duck.row(
    `SELECT coalesce(sum(cells), 0)::BIGINT AS cells, count(*) AS persons,
       min(number) AS least, max(number) AS most
     FROM (SELECT ${id} AS number, count(*) AS cells FROM ${parquet(file)} WHERE ${id} IS NOT NULL GROUP BY 1)`,
  )
  return {
    ...{ cells: Number(counted.cells), persons: Number(counted.persons) },
    ...{ least: Number(counted.least), most: Number(counted.most) },
  }
}

interface Pair {
  column: string
  other: string
  /** How many numbers the column has. */
  persons: number
}

/** Whether all rows of a number have one value of the other column, which is no matter of chance, order or name. */
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

/** How many rows have a value, how many values are different, and how many of these look like codes. */
async function countIds(duck: Duck, file: string, column: string) {
  const text = `CAST(${ident(column)} AS VARCHAR)`
  const counted = await duck.row(
    `SELECT coalesce(sum(cells), 0)::BIGINT AS cells, count(*) AS persons,
       count(*) FILTER (regexp_full_match(name, ${literal(CODE)})) AS codes
     FROM (SELECT ${text} AS name, count(*) AS cells FROM ${parquet(file)} WHERE ${ident(column)} IS NOT NULL GROUP BY 1)`,
  )
  return { cells: Number(counted.cells), persons: Number(counted.persons), codes: Number(counted.codes) }
}
