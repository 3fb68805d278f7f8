import type { ReadingReport } from '@tessera/contract'
import { type Duck, ident, literal } from '../../../../lib/duck.ts'
import { isMissingWord, withoutWords } from '../missing.ts'
import { readScanned, type ScannedRows } from './scan.ts'
import { NUMBER, TEXT } from './shapes.ts'
import { COLUMNS_AT_ONCE, type Column, cellsBelow } from './types.ts'

type Notes = ReadingReport['notes']

/** A member has to look into what so many of a column's values are not, not into every column of names. */
const NEARLY = 0.9
const FIRST_ROWS = 5_000
/** To go through all of a table's rows once more takes half as long as reading it: of larger ones the first tell. */
const LOOKED_AT = 200_000
const NOTES_LIMIT = 100
const VALUE_SHOWN = 60
/** No column's name ends in a space. */
const ROW = '"row "'

/** What was decided of values, so that nobody wonders: words read as missing, and why a column of numbers is text. */
export async function valueNotes(
  duck: Duck,
  rows: ScannedRows,
  of: { columns: Column[]; file: string },
): Promise<Notes> {
  const source = `(SELECT * FROM ${readScanned(rows)} LIMIT ${LOOKED_AT})`
  // By the names that the text has: its own ids may have got another.
  const isText = new Map(rows.names.map((name, index) => [name, of.columns[index]?.shape === TEXT]))
  const texts = rows.names.filter((name) => isText.get(name))
  const others = rows.names.filter((name) => !isText.get(name))
  return [
    ...(await missingNotes(duck, source, { names: others, file: of.file, count: rows.count })),
    ...(await nearlyNumbers(duck, source, { names: texts, lineOf: rows.lineOf })),
  ]
}

async function missingNotes(
  duck: Duck,
  source: string,
  { names, file, count }: { names: string[]; file: string; count: number },
): Promise<Notes> {
  const columns = await duck.rows(
    `SELECT path_in_schema AS name FROM parquet_metadata(${literal(file)}) GROUP BY 1
     HAVING coalesce(sum(stats_null_count), 1) > 0`,
  )
  const withNulls = new Set(columns.map(({ name }) => String(name)))
  const asked = names.filter((name) => withNulls.has(name))
  const found = await inParts(asked, (some) =>
    duck.rows(`SELECT name, word, count(*) AS times FROM (SELECT name, trim(text) AS word FROM ${cellsBelow(source, some)}
        WHERE NOT text BETWEEN '0' AND ':') WHERE word <> '' AND ${isMissingWord('word')}
        GROUP BY ALL ORDER BY times DESC, word`),
  )
  const byColumn = Map.groupBy(found, ({ name }) => String(name))
  return asked
    .flatMap((column): Notes => {
      // How many are missing in all, the column's profile says.
      const words = byColumn.get(column)?.map(({ word, times }) => (count > LOOKED_AT ? word : `${word} × ${times}`))
      return words ? [{ name: 'missing', column, value: words.join(', ') }] : []
    })
    .slice(0, NOTES_LIMIT)
}

async function nearlyNumbers(
  duck: Duck,
  source: string,
  { names: texts, lineOf }: { names: string[]; lineOf: ScannedRows['lineOf'] },
): Promise<Notes> {
  const first = `(SELECT * FROM ${source} LIMIT ${FIRST_ROWS})`
  const near = new Set((await countNumbers(duck, first, texts)).filter(isNearly).map(({ name }) => String(name)))
  const found = await countNumbers(duck, source, texts.filter((name) => near.has(name)).slice(0, NOTES_LIMIT))
  const byName = new Map(found.filter(isNearly).map((one) => [String(one.name), one]))
  return texts.flatMap((column): Notes => {
    const one = byName.get(column)
    if (!one || one.row === null) return []
    const line = lineOf(Number(one.row))
    const value = String(one.value).slice(0, VALUE_SHOWN)
    return [{ name: 'not-number', column, value, ...(line === undefined ? {} : { line }) }]
  })
}

const isNearly = ({ numbers, total }: Record<string, unknown>) => Number(numbers) >= NEARLY * Number(total)

function countNumbers(duck: Duck, source: string, names: string[]) {
  const isOther = `NOT ${NUMBER.fits('cell')}`
  return inParts(names, (some) => {
    const cells = `(SELECT row_number() OVER () AS ${ROW}, ${some.map(ident).join(', ')} FROM ${source})`
    return duck.rows(
      `SELECT name, count(*) AS total, count(*) FILTER (NOT ${isOther}) AS numbers, min(${ROW}) FILTER (${isOther}) AS row,
         min_by(cell, ${ROW}) FILTER (${isOther}) AS value
       FROM (SELECT name, ${ROW}, ${withoutWords('trim(text)')} AS cell
             FROM (UNPIVOT ${cells} ON COLUMNS(* EXCLUDE ${ROW}) INTO NAME name VALUE text))
       WHERE cell IS NOT NULL GROUP BY name`,
    )
  })
}

async function inParts<T>(names: string[], ask: (some: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    found.push(...(await ask(names.slice(start, start + COLUMNS_AT_ONCE))))
  }
  return found
}
