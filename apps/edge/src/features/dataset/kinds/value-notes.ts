import type { ReadingReport } from '@tessera/contract'
import { type Duck, ident, literal } from '../../../lib/duck.ts'
import { COLUMNS_AT_ONCE, cellsBelow, type Decided } from './decide-shapes.ts'
import { isMissingWord, withoutWords } from './missing.ts'
import { NUMBER, TEXT } from './shapes.ts'

type Notes = ReadingReport['notes']

export interface Written {
  /** A relation of texts, and the Parquet that was made of it. */
  source: string
  file: string
  names: string[]
  rows: number
  decided: Decided[]
  lineOf: (row: number) => number | undefined
}

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
export async function valueNotes(duck: Duck, written: Written): Promise<Notes> {
  const looked = { ...written, source: `(SELECT * FROM ${written.source} LIMIT ${LOOKED_AT})` }
  return [...(await missingNotes(duck, looked)), ...(await nearlyNumbers(duck, looked))]
}

async function missingNotes(duck: Duck, { source, file, names, rows: total, decided }: Written): Promise<Notes> {
  const columns = await duck.rows(
    `SELECT path_in_schema AS name FROM parquet_metadata(${literal(file)}) GROUP BY 1
     HAVING coalesce(sum(stats_null_count), 1) > 0`,
  )
  const withNulls = new Set(columns.map(({ name }) => String(name)))
  const asked = names.filter((name, index) => decided[index]?.shape !== TEXT && withNulls.has(name))
  const found = await inParts(asked, (some) =>
    duck.rows(`SELECT name, word, count(*) AS times FROM (SELECT name, trim(text) AS word FROM ${cellsBelow(source, some)}
        WHERE NOT text BETWEEN '0' AND ':') WHERE word <> '' AND ${isMissingWord('word')}
        GROUP BY ALL ORDER BY times DESC, word`),
  )
  const byColumn = Map.groupBy(found, ({ name }) => String(name))
  return asked
    .flatMap((column): Notes => {
      // How many are missing in all, the column's profile says.
      const words = byColumn.get(column)?.map(({ word, times }) => (total > LOOKED_AT ? word : `${word} × ${times}`))
      return words ? [{ name: 'missing', column, value: words.join(', ') }] : []
    })
    .slice(0, NOTES_LIMIT)
}

async function nearlyNumbers(duck: Duck, { source, names, decided, lineOf }: Written): Promise<Notes> {
  const texts = names.filter((_name, index) => decided[index]?.shape === TEXT)
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
