import { open, rm, stat } from 'node:fs/promises'
import { AppError, type ColumnType, fail } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../../lib/duck.ts'
import { ROW_ID } from './reader.ts'

export interface Table {
  columns: string[]
  columnTypes: Record<string, ColumnType>
  rowCount: number
  sizeBytes: number
}

const COLUMN_LIMIT = 5_000
const NAME_LIMIT = 128
/** How spreadsheets and statistics programs write "no value". */
const MISSING = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', 'None', '?']

/**
 * Turns a CSV file (UTF-8, with a header) into Parquet. Every cell is read as text first and a column's type decided
 * over all of its rows, so that nothing is guessed from a sample: 00123 stays a code, a number in all rows but one is text.
 */
export async function convertCsv(duck: Duck, csv: string, file: string): Promise<Table> {
  const { names, delimiter } = await readHeader(csv)
  const texts = `${file}.texts`
  try {
    await copyTexts(duck, { csv, delimiter, names, to: texts })
    const types = await decideTypes(duck, texts, names)
    return await writeTable(duck, { texts, file, names, types })
  } finally {
    await rm(texts, { force: true })
  }
}

async function copyTexts(duck: Duck, of: { csv: string; delimiter: string; names: string[]; to: string }) {
  const missing = MISSING.map(literal).join(', ')
  const cells = of.names.map((name) => {
    const cell = `trim(${ident(name)})`
    return `CASE WHEN ${cell} IN (${missing}) THEN NULL ELSE ${cell} END AS ${ident(name)}`
  })
  const shape = of.names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  const source = `read_csv(${literal(of.csv)}, auto_detect = false, header = true, delim = ${literal(of.delimiter)},
    quote = '"', escape = '"', strict_mode = true, max_line_size = 16777216, columns = {${shape}})`
  const blank = of.names.length === 1 ? `WHERE ${ident(of.names[0] as string)} IS NOT NULL` : ''
  try {
    await duck.run(`COPY (SELECT ${cells.join(', ')} FROM ${source} ${blank}) TO ${literal(of.to)} (FORMAT parquet)`)
  } catch (error) {
    throw csvError(error)
  }
}

/** DuckDB quotes the offending row in its message: only line and counts may be told. */
function csvError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : ''
  const line = Number(/CSV Error on Line: (\d+)/.exec(text)?.[1])
  if (!line) return error
  const width = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text)
  if (width) {
    return new AppError('dataset.csv-width', { line, expected: Number(width[1]), found: Number(width[2]) })
  }
  if (/unterminated quote/i.test(text)) return new AppError('dataset.csv-quote', { line })
  return new AppError('dataset.csv-broken', { line, detail: /maximum line size/i.test(text) ? '> 16 MB' : 'CSV' })
}

const INTEGER = '[+-]?(0|[1-9][0-9]*)'
const NUMBER = String.raw`[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`
const DAY = '[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}'
const MOMENT = String.raw`${DAY}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?`

type Decided = { type: ColumnType; sql: string }
type Test = 'boolean' | 'integer' | 'number' | 'day' | 'moment'

/** From narrow to wide: the first that all values pass decides. */
const DECIDED: [Test, Decided][] = [
  ['boolean', { type: 'boolean', sql: 'BOOLEAN' }],
  ['integer', { type: 'integer', sql: 'BIGINT' }],
  ['number', { type: 'number', sql: 'DOUBLE' }],
  ['day', { type: 'date', sql: 'DATE' }],
  ['moment', { type: 'date', sql: 'TIMESTAMP' }],
]
const TEXT: Decided = { type: 'text', sql: 'VARCHAR' }

/** Questions in one query: wide tables would else make statements of megabytes. */
const COLUMNS_AT_ONCE = 100
/** What the first rows rule out need not be asked of millions. */
const FIRST_ROWS = 10_000

/** The narrowest type all values of a column fit. */
async function decideTypes(duck: Duck, texts: string, names: string[]): Promise<Decided[]> {
  const decided: Decided[] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    const some = names.slice(start, start + COLUMNS_AT_ONCE)
    const all = some.map((name) => ({ name, values: 0, tests: DECIDED.map(([test]) => test) }))
    const first = `(SELECT * FROM ${parquet(texts)} LIMIT ${FIRST_ROWS})`
    const likely = await keepPassed(duck, first, all)
    const passed = await keepPassed(duck, parquet(texts), likely)
    decided.push(...passed.map(typeOf))
  }
  return decided
}

type Candidate = { name: string; values: number; tests: Test[] }

/** A column without any value is text. */
const typeOf = ({ values, tests }: Candidate): Decided =>
  (values > 0 && DECIDED.find(([test]) => tests.includes(test))?.[1]) || TEXT

/** Of each column's tests those that all its values pass. */
async function keepPassed(duck: Duck, source: string, candidates: Candidate[]): Promise<Candidate[]> {
  const questions = candidates.flatMap(({ name, tests }, index) => [
    `count(${ident(name)}) AS ${ident(`all ${index}`)}`,
    ...tests.map((test) => `count(*) FILTER (WHERE ${passes(test, ident(name))}) AS ${ident(`${test} ${index}`)}`),
  ])
  const counts = await duck.row(`SELECT ${questions.join(', ')} FROM ${source}`)
  return candidates.map(({ name, tests }, index) => ({
    name,
    values: Number(counts[`all ${index}`]),
    tests: tests.filter((test) => counts[`all ${index}`] === counts[`${test} ${index}`]),
  }))
}

function passes(test: Test, cell: string): string {
  const fits = (pattern: string) => `regexp_full_match(${cell}, ${literal(pattern)})`
  const date = `try_cast(replace(${cell}, '/', '-') AS TIMESTAMP) IS NOT NULL`
  switch (test) {
    case 'boolean':
      return `lower(${cell}) IN ('true', 'false')`
    case 'integer':
      return `${fits(INTEGER)} AND try_cast(${cell} AS BIGINT) IS NOT NULL`
    case 'number':
      return `${fits(NUMBER)} AND isfinite(try_cast(${cell} AS DOUBLE))`
    case 'day':
      return `${fits(DAY)} AND ${date}`
    case 'moment':
      return `${fits(MOMENT)} AND ${date}`
  }
}

async function writeTable(
  duck: Duck,
  of: { texts: string; file: string; names: string[]; types: Decided[] },
): Promise<Table> {
  const cells = of.names.map((name, index) => {
    const { type, sql } = of.types[index] as Decided
    // A row's name is a whole number or a text, so that it reads the same wherever it is written.
    if (isRowId(name)) return `CAST(${ident(name)} AS ${type === 'integer' ? 'BIGINT' : 'VARCHAR'}) AS ${ROW_ID}`
    const text = type === 'date' ? `replace(${ident(name)}, '/', '-')` : ident(name)
    return `CAST(${text} AS ${sql}) AS ${ident(name)}`
  })
  const hasId = of.names.some(isRowId)
  const id = hasId ? '' : `file_row_number + 1 AS ${ROW_ID}, `
  const source = `read_parquet(${literal(of.texts)}, file_row_number = true)`
  await duck.run(
    `COPY (SELECT ${id}${cells.join(', ')} FROM ${source}) TO ${literal(of.file)} (FORMAT parquet, COMPRESSION zstd)`,
  )
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${parquet(of.file)}`)
  if (!total) fail('dataset.csv-empty')
  const columns = of.names.filter((name) => !isRowId(name))
  const typesByName = new Map(of.names.map((name, index) => [name, (of.types[index] as Decided).type]))
  return {
    columns,
    columnTypes: Object.fromEntries(columns.map((name) => [name, typesByName.get(name) ?? 'text'])),
    rowCount: Number(total),
    sizeBytes: (await stat(of.file)).size,
  }
}

/** SQL knows no case in names, so `ID` would clash with the column we add. */
const isRowId = (name: string) => name.toLowerCase() === ROW_ID

async function readHeader(csv: string): Promise<{ names: string[]; delimiter: string }> {
  const file = await open(csv)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024 * 1024), 0, 1024 * 1024, 0)
  await file.close()
  const text = buffer.subarray(0, bytesRead).toString('utf8')
  const line = text.split(/\r\n|\n|\r/, 1)[0] ?? ''
  if (bytesRead === 0) fail('dataset.csv-empty')
  if (line.trim() === '') fail('dataset.header-empty', { position: 1 })
  const delimiter = delimiterOf(line)
  const names = splitLine(line, delimiter).map((name) => name.trim())
  checkNames(names)
  return { names, delimiter }
}

/** The separator that stands most often in the header, outside quotation marks. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, bare.split(sign).length - 1] as const)
  const [sign, count] = counts.reduce((best, next) => (next[1] > best[1] ? next : best))
  return count === 0 ? ',' : sign
}

function splitLine(line: string, delimiter: string): string[] {
  const cells = ['']
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] as string
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cells[cells.length - 1] += '"'
      at += 1
    } else if (sign === '"') quoted = !quoted
    else if (sign === delimiter && !quoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  if (quoted) fail('dataset.csv-quote', { line: 1 })
  return cells
}

function checkNames(names: string[]) {
  if (names.length > COLUMN_LIMIT) fail('dataset.header-many', { count: names.length, limit: COLUMN_LIMIT })
  if (names.every((name) => name !== '' && Number.isFinite(Number(name)))) fail('dataset.header-missing')
  // DuckDB's own name for where a row stands in its file.
  const seen = new Set(['file_row_number'])
  for (const [index, name] of names.entries()) {
    if (name === '') fail('dataset.header-empty', { position: index + 1 })
    if (name.length > NAME_LIMIT) fail('dataset.header-long', { position: index + 1, limit: NAME_LIMIT })
    if (seen.has(name.toLowerCase())) fail('dataset.header-repeated', { column: name })
    seen.add(name.toLowerCase())
  }
}
