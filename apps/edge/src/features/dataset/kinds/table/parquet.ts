import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ColumnType, fail, type ReadingReport } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../../../lib/duck.ts'
import { parquetCopy } from '../../../../lib/row-groups.ts'
import { ZIP_LIMITS } from '../../../../lib/zip-list.ts'
import { nameColumns } from '../column-names.ts'
import { faultOfIds, ordinaryName } from '../own-ids.ts'
import { isRowId, ROW_ID, ROWS_FILE, type Source, type Table } from '../reader.ts'

const BOMB = {
  /** So many are read in seconds, whatever they are. */
  fromRows: 10_000_000,
  /** A column of yes and no takes a bit a row, of which there are seldom just one. */
  rowsPerByte: 100,
}

interface Column {
  name: string
  type: ColumnType
  /** SQL for its values. */
  value: string
}

/** Takes a Parquet file over with its own types, in ours. */
export async function readParquet(
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
  const columns: Column[] = []
  for (const [index, { name, type }] of own.entries()) {
    const kind = typeOf(type) ?? fail('dataset.parquet-type', { file, column: name, type: nested(type) })
    columns.push({ name: names[index] as string, ...kind, value: kind.value(ident(name)) })
  }
  const id = await idOf(duck, path, columns)
  if (id.renamed) renamed.push(id.renamed)
  const data = columns.filter(({ name }) => !isRowId(name))
  const cells = data.map(({ name, value }) => `${value} AS ${ident(name)}`)
  const rows = join(target, ROWS_FILE)
  const source = `read_parquet(${literal(path)}, file_row_number = true)`
  const query = `SELECT ${[`${id.value} AS ${ROW_ID}`, ...cells].join(', ')} FROM ${source}`
  await duck.run(parquetCopy(query, rows, columns.length))
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${parquet(rows)}`)
  if (!total) fail('dataset.csv-empty')
  return {
    columns: data.map(({ name }) => name),
    columnTypes: Object.fromEntries(data.map(({ name, type }) => [name, type])),
    rowCount: Number(total),
    sizeBytes: (await stat(rows)).size,
    report: { rowsRead: Number(total), rejected: [], renamed, notes: id.notes },
  }
}

interface Id extends Pick<ReadingReport, 'notes'> {
  /** SQL for what names a row. */
  value: string
  renamed?: ReadingReport['renamed'][number]
}

/** A file's own ids where they name its rows, else their numbers; then the own ones become a column like any other. */
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

/** Where all values of a column are alike, a few bytes stand for any number of rows, or for texts of any length. */
async function isBomb(duck: Duck, path: string): Promise<boolean> {
  const { size } = await stat(path)
  const { rows } = await duck.row(`SELECT sum(num_rows) AS rows FROM parquet_file_metadata(${literal(path)})`)
  if (Number(rows) > Math.max(BOMB.fromRows, size * BOMB.rowsPerByte)) return true
  const { unpacked } = await duck.row(
    `SELECT sum(total_uncompressed_size) AS unpacked FROM parquet_metadata(${literal(path)})`,
  )
  return Number(unpacked) > Math.max(ZIP_LIMITS.ratioFromBytes, size * ZIP_LIMITS.ratio)
}

const nested = (type: string) => type.replace(/\(.*/, '')
const cast = (type: string) => (value: string) => `CAST(${value} AS ${type})`
const KINDS: [RegExp, ColumnType, (value: string) => string][] = [
  [/^BOOLEAN$/, 'boolean', (value) => value],
  [/^(U?(TINYINT|SMALLINT|INTEGER)|BIGINT|DECIMAL\(([0-9]|1[0-8]),0\))$/, 'integer', cast('BIGINT')],
  // Whole numbers beyond 64 bits stay as exact as they are.
  [/^(UBIGINT|U?HUGEINT|BIGNUM)$/, 'text', cast('VARCHAR')],
  [/^(FLOAT|DOUBLE)$/, 'number', (value) => `CASE WHEN isnan(${value}) THEN NULL ELSE CAST(${value} AS DOUBLE) END`],
  [/^DECIMAL\([0-9]+,[0-9]+\)$/, 'number', cast('DOUBLE')],
  [/^DATE$/, 'date', (value) => value],
  [/^TIMESTAMP/, 'date', cast('TIMESTAMP')],
  [/^(VARCHAR|ENUM\(.*\)|UUID|TIME.*|INTERVAL)$/, 'text', cast('VARCHAR')],
]

/** Undefined for lists, structures, bytes: no cell of a table holds them. */
function typeOf(type: string) {
  if (type.endsWith(']')) return undefined
  const found = KINDS.find(([pattern]) => pattern.test(type))
  return found && { type: found[1], value: found[2] }
}
