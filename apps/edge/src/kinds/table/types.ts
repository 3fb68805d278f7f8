import { rm } from 'node:fs/promises'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { parquetCopy } from '../../lib/row-groups.ts'
import { withoutWords } from '../missing.ts'
import { readScanned, type ScannedRows } from './scan.ts'
import { COMMA_NUMBER, COMMON_SHAPES, EITHER, RARE_SHAPES, type Shape, TEXT } from './shapes.ts'

/** How a column is read. `isSpaced` means that some values have surrounding spaces. */
export interface Column {
  name: string
  /** Name of the column in the header. */
  from: string
  shape: Shape
  isSpaced: boolean
}

/** If a table has more rows than this and its first rows determine the types, its rows are scanned only once. */
const FIRST_ROWS = 5_000
const FIRST_CELLS = 500_000
/** Tables with more columns than this are read faster column by column. */
const WIDE = 100
/** Number of columns that one query reads in tables with many columns. */
export const COLUMNS_AT_ONCE = 1_000

/**
 * Guesses the column types from the first rows. If they are not sufficient for a column, all rows are used. `isCertain`
 * means that the table has no further rows.
 */
export async function guessTypes(duck: Duck, rows: ScannedRows, file: string) {
  const { names, delimiter } = rows
  const first = `${file}.first`
  const limit = Math.min(FIRST_ROWS, Math.max(100, Math.floor(FIRST_CELLS / names.length)))
  const isCertain = rows.count <= limit
  try {
    await duck.run(parquetCopy(`SELECT * FROM ${readScanned(rows)} LIMIT ${limit}`, first, names.length))
    const guessed = await decideShapes(duck, { source: parquet(first), names, delimiter })
    const open = isCertain ? [] : names.filter((_name, index) => guessed[index]?.isOpen)
    const decidedShapes =
      open.length > 0 ? await decideShapes(duck, { source: readScanned(rows), names: open, delimiter }) : []
    const found = new Map(open.map((name, index) => [name, decidedShapes[index] as Decided]))
    const decided = names.map((name, index) => found.get(name) ?? (guessed[index] as Decided))
    return { columns: columnsOf(names, decided, await findSpaced(duck, parquet(first), names)), isCertain }
  } finally {
    await rm(first, { force: true })
  }
}

/** Decides the column types from all rows. */
export async function decideTypes(duck: Duck, rows: ScannedRows, file: string): Promise<Column[]> {
  const { names, delimiter } = rows
  if (names.length <= WIDE) {
    const decided = await decideShapes(duck, { source: readScanned(rows), names, delimiter })
    return columnsOf(names, decided, new Set(names))
  }
  const texts = `${file}.texts`
  try {
    await duck.run(parquetCopy(`SELECT * FROM ${readScanned(rows)}`, texts, names.length))
    const decided = await decideShapes(duck, { source: parquet(texts), names, delimiter })
    return columnsOf(names, decided, await findSpaced(duck, parquet(texts), names))
  } finally {
    await rm(texts, { force: true })
  }
}

const columnsOf = (names: string[], decided: Decided[], spaced: Set<string>): Column[] =>
  names.map((name, index) => ({
    name,
    from: name,
    shape: (decided[index] as Decided).shape,
    isSpaced: spaced.has(name),
  }))

async function findSpaced(duck: Duck, source: string, names: string[]): Promise<Set<string>> {
  const spaced = new Set<string>()
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    const cells = cellsBelow(source, names.slice(start, start + COLUMNS_AT_ONCE))
    for (const { name } of await duck.rows(`SELECT DISTINCT name FROM ${cells} WHERE trim(text) <> text`)) {
      spaced.add(String(name))
    }
  }
  return spaced
}

/**
 * A file's own ids are first written as texts. When they become an ordinary column, all of them are examined to decide
 * its type.
 */
export async function typeOfTexts(duck: Duck, of: { source: string; name: string; delimiter: string }): Promise<Shape> {
  const [decided] = await decideShapes(duck, { source: of.source, names: [of.name], delimiter: of.delimiter })
  return decided?.shape ?? TEXT
}

interface Decided {
  shape: Shape
  /**
   * Whether the rows were not sufficient to decide a type: the column has no value, or only values that can be read in
   * two ways.
   */
  isOpen: boolean
}

interface Cells {
  /** An SQL relation whose columns are texts. */
  source: string
  names: string[]
  delimiter: string
}

/** Returns the narrowest format that fits all values of each column. */
async function decideShapes(duck: Duck, { source, names, delimiter }: Cells): Promise<Decided[]> {
  const decided: Decided[] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    decided.push(...(await decideSome(duck, { source, names: names.slice(start, start + COLUMNS_AT_ONCE), delimiter })))
  }
  return delimiter === ',' ? decided : await withDecimalCommas(duck, { source, names, decided })
}

async function decideSome(duck: Duck, { source, names, delimiter }: Cells): Promise<Decided[]> {
  const common = await keepFitting(duck, source, names, COMMON_SHAPES)
  const rare = RARE_SHAPES.filter((shape) => delimiter !== ',' || shape !== COMMA_NUMBER)
  const others = names.filter((name) => common.get(name)?.length === 0)
  const seldom = await keepFitting(duck, source, others, rare)
  return names.map((name) => {
    const shapes = common.get(name)
    if (!shapes) return { shape: TEXT, isOpen: true }
    const [first] = shapes
    return first ? { shape: first, isOpen: false } : decideRare(seldom.get(name) ?? [])
  })
}

function decideRare(shapes: Shape[]): Decided {
  const has = (name: string) => shapes.some((shape) => shape.name === name)
  const [first] = shapes
  if (!first) return { shape: TEXT, isOpen: false }
  const pair = EITHER.find((names) => names.includes(first.name))
  return pair?.every(has) ? { shape: TEXT, isOpen: true } : { shape: first, isOpen: false }
}

/**
 * If one column contains values such as 1.234,5, the points in other columns (1.234) are read as thousands separators.
 */
async function withDecimalCommas(
  duck: Duck,
  of: { source: string; names: string[]; decided: Decided[] },
): Promise<Decided[]> {
  if (!of.decided.some(({ shape }) => shape === COMMA_NUMBER)) return of.decided
  const numbers = of.names.filter((_name, index) => of.decided[index]?.shape.name === 'number')
  const decidedShapes = await keepFitting(duck, of.source, numbers, [COMMA_NUMBER])
  const grouped = new Set(numbers.filter((name) => decidedShapes.get(name)?.length === 1))
  return of.decided.map((one, index) =>
    grouped.has(of.names[index] as string) ? { shape: COMMA_NUMBER, isOpen: false } : one,
  )
}

/**
 * Returns for each column the formats that fit all its values. Columns without values are not in the result. All
 * columns share one query, because DuckDB would need longer to plan 5,000 separate queries than to execute them.
 */
async function keepFitting(duck: Duck, source: string, names: string[], shapes: Shape[]) {
  if (names.length === 0) return new Map<string, Shape[]>()
  const questions = shapes.map((shape, at) => `bool_and(${shape.fits('cell')}) AS s${at}`)
  const rows = await duck.rows(
    `SELECT name, ${questions.join(', ')} FROM (
       SELECT name, ${withoutWords('trim(text)')} AS cell FROM ${cellsBelow(source, names)})
     WHERE cell IS NOT NULL GROUP BY name`,
  )
  return new Map(rows.map((row) => [String(row.name), shapes.filter((_shape, at) => row[`s${at}`] === true)]))
}

/** Column names never end in a space, so this name cannot be used by another column. */
const ROW = '"row "'

/**
 * SQL source for the cells of some columns with their row number (`"row "`), without surrounding spaces and words for
 * "no value".
 */
export const cellsIn = (source: string, names: string[]) =>
  `(SELECT name, ${ROW}, ${withoutWords('trim(text)')} AS cell FROM (UNPIVOT (
     SELECT row_number() OVER () AS ${ROW}, ${names.map(ident).join(', ')} FROM ${source})
     ON COLUMNS(* EXCLUDE ${ROW}) INTO NAME name VALUE text) WHERE ${withoutWords("nullif(trim(text), '')")} IS NOT NULL)`

/**
 * SQL source that lists all non-missing cells of some columns one below the other, as `text`, each with the `name` of
 * its column.
 */
export const cellsBelow = (source: string, names: string[]) =>
  `(UNPIVOT (SELECT ${names.map(ident).join(', ')} FROM ${source}) ON COLUMNS(*) INTO NAME name VALUE text)`
