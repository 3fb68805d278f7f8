import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import type { ReadingReport, ReadOptions } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { parquetCopy } from '../../lib/row-groups.ts'
import { isMissingWord, trimmed } from '../missing.ts'
import { faultOfIds, ordinaryName } from '../own-ids.ts'
import { isRowId, ROW_ID } from '../reader.ts'
import { chosenShapes } from './readings.ts'
import { readScanned, type ScannedRows } from './scan.ts'
import { type Shape, TEXT } from './shapes.ts'
import { type Column, cellsIn, decideTypes, guessTypes, typeOfTexts } from './types.ts'

/** The written columns under their current names, including the file's own ids. */
interface Written {
  columns: Column[]
  report: ReadingReport
}

interface Types {
  columns: Column[]
  /**
   * Whether each value is checked against the type of its column, because the types were guessed from the first rows.
   */
  isChecked: boolean
}

const MANY_SPACED = 500
const MISFIT = 'a value of another type'

/**
 * Writes the scanned rows as Parquet. The file's own ids are used if each row has a unique one; otherwise the rows are
 * numbered.
 */
export async function writeTable(duck: Duck, rows: ScannedRows, file: string, options: ReadOptions): Promise<Written> {
  const { report } = rows
  if (rows.isNumbered) return { columns: await writeRows(duck, rows, file, options), report }
  const own = `${file}.own`
  try {
    const columns = await writeRows(duck, rows, own, options)
    const fault = await faultOfIds(duck, parquet(own), ROW_ID)
    if (fault) return await numberRows(duck, { columns, report }, { own, file, fault, delimiter: rows.delimiter })
    await rename(own, file)
    return { columns, report }
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * Writes rows with column types that were guessed from the first rows, and checks every value against its type. If a
 * value does not fit, the types are decided from all rows, and the rows are written again.
 */
async function writeRows(duck: Duck, rows: ScannedRows, file: string, options: ReadOptions): Promise<Column[]> {
  const choose = await choiceOf(duck, rows, file, options)
  const guessed = await guessTypes(duck, rows, file)
  const likely = choose(guessed.columns)
  if (await fits(writeAs(duck, rows, file, { columns: likely, isChecked: !guessed.isCertain }))) return likely
  const columns = choose(await decideTypes(duck, rows, file))
  await writeAs(duck, rows, file, { columns, isChecked: false })
  return columns
}

/**
 * Applies a member's decisions: columns that are read in another way or left out. The file's own ids identify rows, so
 * members cannot choose how they are read.
 */
async function choiceOf(
  duck: Duck,
  rows: ScannedRows,
  file: string,
  options: ReadOptions,
): Promise<(columns: Column[]) => Column[]> {
  const known = new Set(rows.names.filter((name) => !isRowId(name)))
  const chosen = (options.columns ?? []).filter(({ column }) => known.has(column))
  // The file has a new name each time, because DuckDB caches the columns of a file by its path.
  const shapes = await shapesOf(duck, rows, `${file}.${randomUUID()}`, chosen)
  const leftOut = new Set(chosen.filter(({ as }) => as === 'left-out').map(({ column }) => column))
  // A table needs at least one column, so a choice to leave out all columns is ignored.
  const isAll = known.size > 0 && leftOut.size === known.size
  return (columns) =>
    columns
      .filter(({ name }) => isAll || !leftOut.has(name))
      .map((column) => {
        const shape = shapes.get(column.name)
        // `isSpaced` is set for every chosen column: blanks may occur only in late rows, and the check would fail for
        // them.
        return shape ? { ...column, shape, isSpaced: true } : column
      })
}

/**
 * First copies the columns that are read in another way. Reading the copy several times is faster than reading the
 * whole text several times.
 */
async function shapesOf(duck: Duck, rows: ScannedRows, copy: string, chosen: NonNullable<ReadOptions['columns']>) {
  const names = [...new Set(chosen.filter(({ as }) => as !== 'left-out').map(({ column }) => column))]
  if (names.length === 0) return new Map<string, Shape>()
  try {
    const query = `SELECT ${names.map(ident).join(', ')} FROM ${readScanned(rows)}`
    await duck.run(parquetCopy(query, copy, names.length))
    return await chosenShapes(duck, chosen, (some) => cellsIn(parquet(copy), some))
  } finally {
    await rm(copy, { force: true })
  }
}

const fits = (written: Promise<void>) =>
  written.then(
    () => true,
    (error) => {
      if (String(error).includes(MISFIT)) return false
      throw error
    },
  )

/**
 * If many columns have spaces, the values are trimmed in a first statement. Combined with the check for missing values,
 * DuckDB would take a minute to plan 5,000 columns.
 */
async function writeAs(duck: Duck, rows: ScannedRows, file: string, types: Types) {
  const { names } = rows
  if (types.columns.filter(({ isSpaced }) => isSpaced).length <= MANY_SPACED) {
    return duck.run(parquetCopy(rowsQuery(rows, types), file, names.length))
  }
  const tidied = { ...rows, path: `${rows.path}.tidied`, longest: rows.longest + 2 * names.length }
  const cells = [...(rows.isNumbered ? [ROW_ID] : []), ...names.map((name) => `trim(${ident(name)})`)]
  try {
    await duck.run(
      `COPY (SELECT ${cells.join(', ')} FROM ${readScanned(rows)}) TO ${literal(tidied.path)}
       (FORMAT csv, HEADER false, DELIM ${literal(rows.delimiter)}, QUOTE '"', ESCAPE '"')`,
    )
    const columns = types.columns.map((column) => ({ ...column, isSpaced: false }))
    await duck.run(parquetCopy(rowsQuery(tidied, { ...types, columns }), file, names.length))
  } finally {
    await rm(tidied.path, { force: true })
  }
}

const isText = (name: string, shape: Shape) => shape === TEXT || (isRowId(name) && shape.type !== 'integer')

/**
 * Returns SQL that reads each value once. With `isChecked`, the query fails at the first value that does not have the
 * type of its column.
 */
function rowsQuery(rows: ScannedRows, { columns: plans, isChecked }: Types): string {
  const columns = plans.map(({ name, shape: own, isSpaced }, index) => {
    const shape = isText(name, own) ? TEXT : own
    const cell = `c${index}`
    return { name, shape, isSpaced, cell, value: shape === TEXT ? cell : `v${index}` }
  })
  const id = rows.isNumbered ? [ROW_ID] : []
  const cells = columns.map(({ name, isSpaced, cell }) => `${isSpaced ? trimmed(ident(name)) : ident(name)} AS ${cell}`)
  const values = columns.filter(({ shape }) => shape !== TEXT)
  const read = values.map(({ shape, cell, value }) => `${shape.value(cell)} AS ${value}`)
  const suspects = columns.flatMap(({ shape, isSpaced, cell, value }) => {
    if (!isChecked || shape.isChosen) return []
    if (shape === TEXT) return isSpaced ? [] : [`${cell} BETWEEN ' ' AND '!'`, `suffix(${cell}, ' ')`]
    const others = shape.suspect?.(cell, value)
    const doubts = others ? [`(${value} IS NULL AND ${cell} IS NOT NULL)`, ...others] : [`NOT ${shape.fits(cell)}`]
    return [`((${doubts.join(' OR ')}) AND NOT ${isMissingWord(cell)})`]
  })
  const [first, ...others] = [
    ...id.map((name) => ({ as: name, value: name })),
    ...columns.map(({ name, value }) => ({ as: isRowId(name) ? ROW_ID : ident(name), value })),
  ]
  // One check per row is enough. A separate check for every value would take longer than reading the value.
  const checked =
    suspects.length === 0
      ? first?.value
      : `CASE WHEN ${suspects.join(' OR ')} THEN error(${literal(MISFIT)}) ELSE ${first?.value} END`
  const written = [`${checked} AS ${first?.as}`, ...others.map(({ as, value }) => `${value} AS ${as}`)]
  return `SELECT ${written.join(', ')} FROM (
    SELECT *, ${[...read, 'true AS is_read'].join(', ')} FROM (
      SELECT ${[...id, ...cells].join(', ')} FROM ${readScanned(rows)}))`
}

/** Numbers the written rows, and turns the file's own ids into an ordinary column. */
async function numberRows(
  duck: Duck,
  { columns, report }: Written,
  of: { own: string; file: string; fault: string; delimiter: string },
): Promise<Written> {
  const index = columns.findIndex(({ name }) => isRowId(name))
  const id = columns[index] as Column
  const from = id.name
  const to = ordinaryName(
    columns.map(({ name }) => name),
    index + 1,
  )
  const isWritten = id.shape.type === 'integer'
  const { own, delimiter } = of
  const shape = isWritten ? id.shape : await typeOfTexts(duck, { source: parquet(own), name: ROW_ID, delimiter })
  const value = isWritten ? ROW_ID : shape.value(ROW_ID)
  const cells = columns.map(({ name }, at) => (at === index ? `${value} AS ${ident(to)}` : ident(name)))
  const numbered = `SELECT file_row_number + 1 AS ${ROW_ID}, ${cells.join(', ')}
    FROM read_parquet(${literal(own)}, file_row_number = true)`
  await duck.run(parquetCopy(numbered, of.file, columns.length))
  return {
    columns: columns.with(index, { ...id, name: to, shape }),
    report: {
      ...report,
      renamed: [...report.renamed, { position: index + 1, from, to }],
      notes: [...report.notes, { name: 'ids', value: of.fault }],
    },
  }
}
