import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ColumnMapping, fail } from '@tessera/contract'
import { edgeKindOf, ROW_ID, ROWS_FILE } from '../../kinds/index.ts'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { parquetCopy } from '../../lib/row-groups.ts'
import { type DatasetDeps, labelOf, narrowTo, numbered, ROW_NUMBER, type StoredDataset } from '../rows/index.ts'
import { convert } from './conversions.ts'
import { type MappedColumn, mapColumns, mappingOf } from './mapping.ts'

export interface Choice {
  /** Ids of the chosen rows. An empty list means all rows. */
  ids: string[]
  mapping: ColumnMapping[]
  /** Columns, label and classes that are selected, under the task's column names. */
  narrow: { columns: string[]; label: string; classes: string[] } | undefined
}

export type SetAside = Pick<StoredDataset, 'file' | 'rowCount' | 'columns' | 'columnTypes' | 'labelColumns' | 'mapping'>

/** Copies the chosen rows to a new folder. If the selection is not used, the caller must remove the folder. */
export async function setAside(deps: DatasetDeps, source: StoredDataset, choice: Choice): Promise<SetAside> {
  const file = join(deps.dataDir, 'data', randomUUID(), ROWS_FILE)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const { fileBeside } = edgeKindOf(source.contentType)
    const beside = fileBeside && join(dirname(source.file), fileBeside)
    if (beside && existsSync(beside)) await link(beside, join(dirname(file), fileBeside))
    const hidden = await hiddenColumns(deps.duck, source)
    const mapped = mapColumns(source, hidden, choice.mapping)
    const columns = choice.narrow ? keepColumns(mapped, choice.narrow) : mapped
    const isWhole = choice.ids.length === 0 && !choice.narrow && columns.every(isUnchanged)
    if (isWhole) await link(source.file, file)
    const rowCount = isWhole ? source.rowCount : await copyChosen(deps.duck, { source, hidden, columns, choice, file })
    return {
      file,
      rowCount,
      columns: columns.map(({ column }) => column),
      columnTypes: typesOf(await withValues(deps.duck, file, columns)),
      labelColumns: columns.filter(({ from }) => source.labelColumns.includes(from)).map(({ column }) => column),
      mapping: mappingOf(source, columns),
    }
  } catch (error) {
    await rm(dirname(file), { recursive: true, force: true })
    throw error
  }
}

const isUnchanged = ({ column, from, conversion, values = [] }: MappedColumn) =>
  column === from && conversion === 'none' && values.length === 0
const typesOf = (columns: MappedColumn[]) => Object.fromEntries(columns.map(({ column, type }) => [column, type]))

/** Returns the columns in which some row has a value. Other columns have no type. */
async function withValues(duck: Duck, file: string, columns: MappedColumn[]): Promise<MappedColumn[]> {
  const found = await duck.rows(
    `SELECT path_in_schema AS name FROM parquet_metadata(${literal(file)}) GROUP BY 1
     HAVING coalesce(sum(stats_null_count), 0) = sum(num_values)`,
  )
  const empty = new Set(found.map(({ name }) => String(name)))
  return columns.filter(({ column }) => !empty.has(column))
}

/** Lists the hidden columns of a kind of data, such as the path of a picture. They are part of every selection. */
async function hiddenColumns(duck: Duck, { file, columns }: StoredDataset): Promise<string[]> {
  const all = await duck.rows(`DESCRIBE SELECT * FROM ${parquet(file)}`)
  const own = new Set(columns)
  return all.map(({ column_name }) => String(column_name)).filter((name) => !own.has(name))
}

function keepColumns(mapped: MappedColumn[], { columns, label }: { columns: string[]; label: string }): MappedColumn[] {
  const wanted = new Set([...columns, label])
  for (const column of wanted) {
    if (!mapped.some((one) => one.column === column)) fail('dataset.column-unknown', { column })
  }
  return mapped.filter(({ column }) => wanted.has(column))
}

interface Copy {
  source: StoredDataset
  hidden: string[]
  columns: MappedColumn[]
  choice: Choice
  file: string
}

/** Copies the chosen rows in the order of the file, because the validation split in training depends on the order. */
async function copyChosen(duck: Duck, { source, hidden, columns, choice, file }: Copy): Promise<number> {
  const list = `${file}.ids`
  try {
    const chosen = `FROM ${numbered(source.file)} ${await chooseRows(duck, source.file, list, choice.ids)}`
    const cells = await convert(duck, chosen, columns)
    const named = columns.map(({ column }, index) => `${cells[index]} AS ${ident(column)}`)
    // Reading without a join keeps the order of the file. A join with the chosen ids does not, so its result is sorted.
    const order = choice.ids.length > 0 ? `ORDER BY ${ROW_NUMBER}` : ''
    const rows = `SELECT ${[...hidden.map(ident), ...named].join(', ')} ${chosen} ${order}`
    const narrowed = choice.narrow ? narrowRows(source, columns, choice.narrow, rows) : rows
    const { Count } = await duck.row(parquetCopy(narrowed, file, columns.length))
    return Number(Count)
  } finally {
    await rm(list, { force: true })
  }
}

/**
 * Returns the WHERE clause for the chosen ids. The ids are read from a file, because a statement with a million ids is
 * too long for the parser.
 */
async function chooseRows(duck: Duck, file: string, list: string, ids: string[]): Promise<string> {
  if (ids.length === 0) return ''
  await writeFile(list, ids.map((id) => `"${id.replaceAll('"', '""')}"\n`).join(''), { mode: 0o600 })
  const where = `WHERE CAST(${ident(ROW_ID)} AS VARCHAR) IN (SELECT id FROM read_csv(${literal(list)}, auto_detect = false,
    header = false, delim = ',', quote = '"', escape = '"', columns = {'id': 'VARCHAR'}))`
  const found = await duck.row(`SELECT count(*) AS rows FROM ${parquet(file)} ${where}`)
  const missing = ids.length - Number(found.rows)
  // Datasets from earlier versions can contain repeated ids.
  if (missing < 0) fail('dataset.rows-repeated', { rows: Number(found.rows), ids: ids.length })
  if (missing > 0) fail('dataset.rows-unknown', { count: missing })
  return where
}

function narrowRows(
  { contentType }: StoredDataset,
  columns: MappedColumn[],
  { label, classes }: NonNullable<Choice['narrow']>,
  rows: string,
): string {
  const { left, isLeft } = narrowTo(labelOf({ contentType, columnTypes: typesOf(columns) }, label), classes)
  return `SELECT * FROM (SELECT * REPLACE (${left} AS ${ident(label)}) FROM (${rows})) WHERE ${isLeft}`
}
