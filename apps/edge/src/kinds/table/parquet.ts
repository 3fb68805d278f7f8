import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ColumnType, fail, type ReadingReport } from '@tessera/contract'
import { type Duck, ident, isRealNumber, literal, parquet } from '../../lib/duck.ts'
import { parquetCopy } from '../../lib/row-groups.ts'
import { ZIP_LIMITS } from '../../lib/zip-list.ts'
import { nameColumns } from '../column-names.ts'
import { faultOfIds, ordinaryName } from '../own-ids.ts'
import { isRowId, ROW_ID, ROWS_FILE, type Source, type Table } from '../reader.ts'
import { chosenShapes } from './readings.ts'
import { cellsIn } from './types.ts'
import { valueNotes } from './value-notes.ts'

const BOMB = {
  /** Row counts up to this number are accepted without a check, because any such file is read within seconds. */
  fromRows: 10_000_000,
  /** Maximum number of rows per byte. A boolean column takes one bit per row, and few files have only one column. */
  rowsPerByte: 100,
}

interface Column {
  name: string
  /** Original name of the column. It differs from the current name if the file's own ids did not identify its rows. */
  from: string
  type: ColumnType
  /** SQL expression for the values of the column. */
  value: string
}

/**
 * DuckDB's errors for pages that it cannot decompress or decode. A full disk also causes an IO Error, but the file is
 * not damaged then.
 */
const BROKEN = /^(Invalid Input Error|Invalid Error|IO Error|TProtocolException)(?!.*(write|No space))/is

/** Converts a Parquet file to the edge's column types, based on the types in the file. */
export async function readParquet(source: Source, from: { path: string; file: string }): Promise<Table> {
  return readRows(source, from).catch((error: Error) => {
    // The footer of a Parquet file can be intact even if a page is damaged.
    if (BROKEN.test(error.message)) fail('dataset.table-broken', { file: from.file })
    throw error
  })
}

async function readRows(
  { duck, options, target }: Source,
  { path, file }: { path: string; file: string },
): Promise<Table> {
  const broken = () => fail('dataset.table-broken', { file })
  const described = await duck.rows(`DESCRIBE SELECT * FROM ${parquet(path)}`).catch(broken)
  if (await isBomb(duck, path).catch(broken)) fail('dataset.parquet-bomb', { file })
  const own = described.map((row) => ({ name: String(row.column_name), type: String(row.column_type) }))
  const { names, renamed } = nameColumns(
    own.map(({ name }) => name),
    { file, rename: options.renameColumns },
  )
  await refuseWideDecimals(duck, path, file)
  const inexact = await inexactColumns(duck, path, own).catch(broken)
  const columns: Column[] = []
  const lost: { name: string; cell: string; isLost: string }[] = []
  for (const [index, { name, type }] of own.entries()) {
    const kind = inexact.has(name) ? TEXTS : typeOf(type)
    if (!kind) fail('dataset.parquet-type', { file, column: name, type: nested(type) })
    const cell = ident(name)
    columns.push({
      name: names[index] as string,
      from: names[index] as string,
      type: kind.type,
      value: kind.value(cell),
    })
    if (kind.stands) lost.push({ name: names[index] as string, cell, isLost: `NOT ${kind.stands(cell)}` })
  }
  const chosen = (options.columns ?? []).filter(({ column }) => !isRowId(column))
  const texts = `(SELECT ${columns.map(({ name, value }) => `CAST(${value} AS VARCHAR) AS ${ident(name)}`).join(', ')}
    FROM ${parquet(path)})`
  const known = chosen.filter(({ column }) => columns.some(({ name }) => name === column))
  const shapes = await chosenShapes(duck, known, (names) => cellsIn(texts, names))
  for (const column of columns) {
    const shape = shapes.get(column.name)
    if (!shape) continue
    column.type = shape.type
    column.value = shape.value(`trim(CAST(${column.value} AS VARCHAR))`)
  }
  const id = await idOf(duck, path, columns)
  if (id.renamed) renamed.push(id.renamed)
  const leftOut = new Set(known.filter(({ as }) => as === 'left-out').map(({ column }) => column))
  const all = columns.filter(({ name }) => !isRowId(name))
  const some = all.filter(({ name }) => !leftOut.has(name))
  const data = some.length > 0 ? some : all
  const cells = data.map(({ name, value }) => `${value} AS ${ident(name)}`)
  const rows = join(target, ROWS_FILE)
  const source = `read_parquet(${literal(path)}, file_row_number = true)`
  const query = `SELECT ${[`${id.value} AS ${ROW_ID}`, ...cells].join(', ')} FROM ${source}`
  await duck.run(parquetCopy(query, rows, columns.length))
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${parquet(rows)}`)
  if (!total) fail('dataset.csv-empty')
  const values = await valueNotes(duck, {
    file: rows,
    source: texts,
    count: Number(total),
    chosen,
    renamed,
    lineOf: () => undefined,
    columns: data.map(({ name, from, type }) => ({ name, from, shape: { type, isChosen: shapes.has(from) } })),
  })
  return {
    columns: data.map(({ name }) => name),
    columnTypes: Object.fromEntries(data.map(({ name, type }) => [name, type])),
    rowCount: Number(total),
    sizeBytes: (await stat(rows)).size,
    report: {
      rowsRead: Number(total),
      rejected: [],
      renamed,
      notes: [
        ...id.notes,
        ...(await infiniteNotes(duck, path, lost)),
        ...(await zoneNotes(duck, path, own, names)),
        ...values,
      ],
    },
  }
}

interface Id extends Pick<ReadingReport, 'notes'> {
  /** SQL expression for the id of a row. */
  value: string
  renamed?: ReadingReport['renamed'][number]
}

/**
 * Returns the file's own ids if they identify its rows, or row numbers otherwise. If row numbers are used, the file's
 * own ids become an ordinary column.
 */
async function idOf(duck: Duck, path: string, columns: Column[]): Promise<Id> {
  const index = columns.findIndex(({ name }) => isRowId(name))
  const own = columns[index]
  const numbers = 'file_row_number + 1'
  if (!own) return { value: numbers, notes: [] }
  const value = own.type === 'integer' ? own.value : `nullif(CAST(${own.value} AS VARCHAR), '')`
  const fault = await faultOfIds(duck, parquet(path), value)
  if (!fault) return { value, notes: [] }
  const position = index + 1
  const from = own.name
  own.name = ordinaryName(
    columns.map(({ name }) => name),
    position,
  )
  return { value: numbers, renamed: { position, from, to: own.name }, notes: [{ name: 'ids', value: fault }] }
}

/**
 * Returns whether the file is a decompression bomb. If all values of a column are equal, a few bytes can encode any
 * number of rows, or texts of any length.
 */
async function isBomb(duck: Duck, path: string): Promise<boolean> {
  const { size } = await stat(path)
  const { rows } = await duck.row(`SELECT sum(num_rows) AS rows FROM parquet_file_metadata(${literal(path)})`)
  if (Number(rows) > Math.max(BOMB.fromRows, size * BOMB.rowsPerByte)) return true
  const { unpacked } = await duck.row(
    `SELECT sum(total_uncompressed_size) AS unpacked FROM parquet_metadata(${literal(path)})`,
  )
  return Number(unpacked) > Math.max(ZIP_LIMITS.ratioFromBytes, size * ZIP_LIMITS.ratio)
}

/**
 * Returns the numeric columns that a 64-bit integer or a double would round: wider integers, and decimals with a long
 * integer part. Such columns are mostly identifiers, and rounding would make different ones equal.
 */
async function inexactColumns(duck: Duck, path: string, own: { name: string; type: string }[]): Promise<Set<string>> {
  const candidates = own.flatMap(({ name, type }) => {
    const cell = ident(name)
    if (WIDE_WHOLE.test(type)) return [{ name, isLost: `try_cast(${cell} AS BIGINT) IS NULL` }]
    return DECIMAL.test(type) ? [{ name, isLost: `abs(CAST(${cell} AS DOUBLE)) > ${Number.MAX_SAFE_INTEGER}` }] : []
  })
  if (candidates.length === 0) return new Set()
  const questions = candidates.map(
    ({ name, isLost }, at) => `bool_or(${ident(name)} IS NOT NULL AND ${isLost}) AS c${at}`,
  )
  const found = await duck.row(`SELECT ${questions.join(', ')} FROM ${parquet(path)}`)
  return new Set(candidates.filter((_one, at) => found[`c${at}`] === true).map(({ name }) => name))
}

/**
 * Maximum number of digits. DuckDB reads decimals with more digits as doubles with wrong values, for example 1.5 as
 * 25165824.
 */
const MAX_DECIMAL_DIGITS = 38

async function refuseWideDecimals(duck: Duck, path: string, file: string) {
  const [wide] = await duck.rows(
    `SELECT name, precision FROM parquet_schema(${literal(path)}) WHERE precision > ${MAX_DECIMAL_DIGITS}`,
  )
  if (!wide) return
  const params = { file, column: String(wide.name), digits: Number(wide.precision), limit: MAX_DECIMAL_DIGITS }
  fail('dataset.parquet-decimal', params)
}

/**
 * Adds a note if the table contains times with a time zone. Parquet stores such times as UTC without the zone, so local
 * hours and days differ.
 */
async function zoneNotes(duck: Duck, path: string, own: { name: string; type: string }[], names: string[]) {
  const notes: ReadingReport['notes'] = []
  for (const [index, { name, type }] of own.entries()) {
    if (type !== ZONED) continue
    const moment = finite('TIMESTAMP')(inUtc(ident(name)))
    const { first } = await duck.row(
      `SELECT CAST(first(${moment}) FILTER (${moment} IS NOT NULL) AS VARCHAR) AS first FROM ${parquet(path)}`,
    )
    if (first !== null) notes.push({ name: 'in-utc', column: names[index] as string, value: String(first) })
  }
  return notes
}

/**
 * Adds a note if the table contains infinite numbers. Training leaves them out, so the draft and all charts leave them
 * out, too.
 */
async function infiniteNotes(duck: Duck, path: string, all: { name: string; cell: string; isLost: string }[]) {
  if (all.length === 0) return []
  const anyLost = all.map(({ isLost }, at) => `bool_or(${isLost}) AS c${at}`)
  const lost = await duck.row(`SELECT ${anyLost.join(', ')} FROM ${parquet(path)}`)
  const notes: ReadingReport['notes'] = []
  for (const { name, cell, isLost } of all.filter((_one, at) => lost[`c${at}`] === true)) {
    const words = await duck.rows(
      `SELECT CAST(${cell} AS VARCHAR) AS word, count(*) AS times FROM ${parquet(path)} WHERE ${isLost}
       GROUP BY 1 ORDER BY times DESC, word`,
    )
    notes.push({
      name: 'missing',
      column: name,
      value: words.map(({ word, times }) => `${word} × ${times}`).join(', '),
    })
  }
  return notes
}

const nested = (type: string) => type.replace(/\(.*/, '')
const cast = (type: string) => (value: string) => `CAST(${value} AS ${type})`
const isFiniteValue = (value: string) => `isfinite(${value})`
const only =
  (stands: (value: string) => string, type: string) =>
  (value: string): string =>
    `CASE WHEN ${stands(value)} THEN CAST(${value} AS ${type}) END`
const finite = (type: string) => only(isFiniteValue, type)

interface Kind {
  type: ColumnType
  value: (cell: string) => string
  /** SQL condition for whether a value of this type is valid. It is absent if all values are valid. */
  stands?: (value: string) => string
}

const TEXTS: Kind = { type: 'text', value: cast('VARCHAR') }
const ZONED = 'TIMESTAMP WITH TIME ZONE'
/**
 * Converts times explicitly to UTC. A plain cast would use the machine's time zone, so each party's edge would read
 * different hours.
 */
const inUtc = (value: string) => `timezone('UTC', ${value})`
/** Types for which the values decide how they are read; see `inexactColumns`. */
const WIDE_WHOLE = /^(UBIGINT|U?HUGEINT|BIGNUM|DECIMAL\([0-9]+,0\))$/
const DECIMAL = /^DECIMAL\([0-9]+,[0-9]+\)$/
const KINDS: [RegExp, Kind][] = [
  [/^BOOLEAN$/, { type: 'boolean', value: (value) => value }],
  [/^(U?(TINYINT|SMALLINT|INTEGER)|BIGINT)$/, { type: 'integer', value: cast('BIGINT') }],
  [WIDE_WHOLE, { type: 'integer', value: cast('BIGINT') }],
  [/^(FLOAT|DOUBLE)$/, { type: 'number', value: only(isRealNumber, 'DOUBLE'), stands: isRealNumber }],
  [DECIMAL, { type: 'number', value: cast('DOUBLE') }],
  [/^DATE$/, { type: 'date', value: finite('DATE'), stands: isFiniteValue }],
  [
    new RegExp(`^${ZONED}$`),
    { type: 'date', value: (value) => finite('TIMESTAMP')(inUtc(value)), stands: isFiniteValue },
  ],
  [/^TIMESTAMP/, { type: 'date', value: finite('TIMESTAMP'), stands: isFiniteValue }],
  [/^(VARCHAR|ENUM\(.*\)|UUID|TIME.*|INTERVAL)$/, TEXTS],
]

/**
 * Returns how a DuckDB type is read, or undefined for lists, structures and bytes, which a table cell cannot contain.
 */
const typeOf = (type: string) => (type.endsWith(']') ? undefined : KINDS.find(([pattern]) => pattern.test(type))?.[1])
