import type { ReadingNote, ReadingReport, ReadOptions } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { isMissingWord } from '../missing.ts'
import { isRowId } from '../reader.ts'
import { type DateReading, type NumberReading, readDates, readNumbers, SHORT_YEAR } from './readings.ts'
import type { Shape } from './shapes.ts'
import { COLUMNS_AT_ONCE, cellsBelow, cellsIn } from './types.ts'

type Notes = ReadingReport['notes']

/**
 * Minimum share of numbers in a text column for which a note explains what prevents it from being numeric. Below it,
 * the column is assumed to contain names.
 */
const MIN_NUMBERS = 1 / 3
/** Minimum share of codes such as 007 in a column for which the values that are not codes are reported. */
const NEARLY = 0.9
const MIN_DATES = 0.5
const FIRST_ROWS = 5_000
const FIRST_CELLS = 500_000
/** Maximum number of examined rows. Examining all rows would take half as long as reading the table. */
const LOOKED_AT = 200_000
const NOTES_LIMIT = 100
const VALUE_SHOWN = 60

interface Noted {
  /** The columns as they were written to `file`. */
  columns: { name: string; from: string; shape: Pick<Shape, 'type' | 'isChosen'> & Partial<Pick<Shape, 'name'>> }[]
  file: string
  /** An SQL relation of texts, with the column names of the original text. */
  source: string
  /** Delimiter of the values, if the source is a delimited text. */
  delimiter?: string
  count: number
  lineOf: (row: number) => number | undefined
  chosen: NonNullable<ReadOptions['columns']>
  renamed: ReadingReport['renamed']
}

/**
 * Returns notes about values that were read in a possibly surprising way. Each note has a count, the first example, and
 * other ways to read the values.
 */
export async function valueNotes(duck: Duck, of: Noted): Promise<Notes> {
  const source = `(SELECT * FROM ${of.source} LIMIT ${LOOKED_AT})`
  const open = of.columns.filter(({ shape }) => !shape.isChosen)
  const texts = open.filter(({ shape }) => shape.type === 'text').map(({ from }) => from)
  const others = open.filter(({ shape }) => shape.type !== 'text').map(({ from }) => from)
  const dates = await nearlyDates(duck, source, { ...of, names: texts })
  const isDate = new Set(dates.map(({ column }) => column))
  const numbers = await nearlyNumbers(duck, source, { ...of, names: texts.filter((name) => !isDate.has(name)) })
  const isNoted = new Set([...dates, ...numbers].map(({ column }) => column))
  const rest = texts.filter((name) => !isNoted.has(name))
  const notes = [
    ...(await chosenNotes(duck, of)),
    ...(await indexNotes(duck, of)),
    ...(await missingNotes(duck, source, { names: others, file: of.file, count: of.count })),
    ...dates,
    ...numbers,
    ...(await roundedNotes(duck, source, { ...of, columns: open })),
    ...(await thousandsNotes(duck, source, { ...of, columns: open })),
    ...(await compactDates(duck, of)),
    ...(await wordNotes(duck, source, { names: rest, count: of.count })),
  ]
  // Notes about row-id columns offer no other reading, because members cannot choose how row ids are read.
  return notes.map(({ ways, ...note }) => (ways && !isRowId(note.column ?? '') ? { ...note, ways } : note))
}

/** Returns notes about the columns for which a member chose how to read them. */
async function chosenNotes(duck: Duck, { columns, file, source, chosen }: Noted): Promise<Notes> {
  const read = columns.filter(({ shape }) => shape.isChosen)
  const before = await countsOf(
    duck,
    source,
    read.map(({ from }) => `nullif(trim(${ident(from)}), '')`),
  )
  const after = await countsOf(
    duck,
    parquet(file),
    read.map(({ name }) => ident(name)),
  )
  const lost = new Map(read.map(({ from }, at) => [from, (before[at] as number) - (after[at] as number)]))
  return chosen.flatMap(({ column, as }): Notes => {
    if (lost.has(column)) return [{ name: 'read-as', column, value: as, count: lost.get(column) as number }]
    const isLeftOut = as === 'left-out' && !columns.some(({ from }) => from === column)
    return isLeftOut ? [{ name: 'read-as', column, value: as }] : []
  })
}

/** Returns, for each of these SQL values, the number of rows in which it is not null. */
async function countsOf(duck: Duck, source: string, values: string[]): Promise<number[]> {
  const counts: number[] = []
  for (let start = 0; start < values.length; start += COLUMNS_AT_ONCE) {
    const some = values.slice(start, start + COLUMNS_AT_ONCE)
    const row = await duck.row(
      `SELECT ${some.map((value, at) => `count(${value}) AS c${at}`).join(', ')} FROM ${source}`,
    )
    counts.push(...some.map((_, at) => Number(row[`c${at}`])))
  }
  return counts
}

/** Names that pandas, R and spreadsheets give to an unnamed column of row numbers or row names. */
const UNNAMED = /^(__index_level_\d+__|Unnamed: ?\d+(_level_\d+)?|row[._]names|\.\.\.1|…1)$/
/**
 * Names that data columns can have, too. A column with such a name counts as row numbers only if it contains
 * consecutive numbers from 0 or 1.
 */
const PERHAPS = /^(index|level_\d+|X|V1|rownum(ber)?|row[._]num(ber)?)$/

async function indexNotes(duck: Duck, { columns, file, renamed }: Noted): Promise<Notes> {
  const nameless = new Set(renamed.filter(({ from }) => from === '').map(({ to }) => to))
  const isUnnamed = (name: string) => UNNAMED.test(name) || nameless.has(name)
  const candidates = columns.filter(({ from }) => isUnnamed(from) || PERHAPS.test(from)).slice(0, NOTES_LIMIT)
  const notes: Notes = []
  for (const { from, name, shape } of candidates) {
    const cell = ident(name)
    const { total, different, first, low, high } = await duck.row(
      `SELECT count(*) AS total, count(DISTINCT ${cell}) AS different, CAST(first(${cell}) AS VARCHAR) AS first,
         CAST(min(${cell}) AS VARCHAR) AS low, CAST(max(${cell}) AS VARCHAR) AS high FROM ${parquet(file)}`,
    )
    const isRun = shape.type === 'integer' && Number(low) <= 1 && Number(high) - Number(low) + 1 === total
    const isIndex = from.startsWith('__index_level_') || (different === total && (isRun || isUnnamed(from)))
    if (isIndex) {
      notes.push({ name: 'index', column: from, value: String(first), count: Number(total), ways: ['left-out'] })
    }
  }
  return notes
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
  const candidates = names.filter((name) => withNulls.has(name))
  const found = await wordsIn(duck, source, candidates)
  return candidates
    .flatMap((column): Notes => {
      // If only some rows were examined, the note contains no counts; the profile of the column shows the total number
      // of missing values.
      const words = found.get(column)?.map(({ word, times }) => (count > LOOKED_AT ? word : `${word} × ${times}`))
      return words ? [{ name: 'missing', column, value: words.join(', ') }] : []
    })
    .slice(0, NOTES_LIMIT)
}

/**
 * Returns notes about words for "no value" in text columns. Each such word is a category unless the member chooses to
 * read it as missing.
 */
async function wordNotes(
  duck: Duck,
  source: string,
  { names, count }: { names: string[]; count: number },
): Promise<Notes> {
  const found = await wordsIn(duck, source, names)
  return names
    .flatMap((column): Notes => {
      const words = found.get(column)
      if (!words) return []
      const value = words.map(({ word, times }) => (count > LOOKED_AT ? word : `${word} × ${times}`)).join(', ')
      const total = words.reduce((sum, { times }) => sum + times, 0)
      return [{ name: 'missing-words', column, value, count: total, ways: ['missing'] }]
    })
    .slice(0, NOTES_LIMIT)
}

/** Returns the words for "no value" that occur in some columns, most frequent first. */
async function wordsIn(duck: Duck, source: string, names: string[]) {
  const found = await inParts(names, (some) =>
    duck.rows(`SELECT name, word, count(*) AS times FROM (SELECT name, trim(text) AS word FROM ${cellsBelow(source, some)}
        WHERE NOT text BETWEEN '0' AND ':' AND strlen(text) < 32) WHERE word <> '' AND ${isMissingWord('word')}
        GROUP BY ALL ORDER BY times DESC, word`),
  )
  const words = found.map(({ name, word, times }) => ({ name: String(name), word: String(word), times: Number(times) }))
  return Map.groupBy(words, ({ name }) => name)
}

interface NotesRequest extends Pick<Noted, 'lineOf'> {
  names: string[]
}

/**
 * Returns the text columns whose first rows suggest another way of reading, with counts over all rows. Examining all
 * rows of all columns would take too long.
 */
async function likely<T>(
  duck: Duck,
  source: string,
  { names, hint, ask }: { names: string[]; hint: string; ask: (names: string[]) => Promise<Map<string, T>> },
): Promise<Map<string, T>> {
  if (names.length === 0) return new Map()
  const limit = Math.max(100, Math.min(FIRST_ROWS, Math.floor(FIRST_CELLS / names.length)))
  const first = `(SELECT * FROM ${source} LIMIT ${limit})`
  const hinted = await inParts(names, (some) =>
    duck.rows(`SELECT name FROM ${cellsIn(first, some)} GROUP BY name
      HAVING count(*) FILTER (${hint}) >= ${MIN_NUMBERS} * count(*)`),
  )
  const wanted = new Set(hinted.map(({ name }) => String(name)))
  const some = names.filter((name) => wanted.has(name)).slice(0, NOTES_LIMIT)
  return some.length === 0 ? new Map() : ask(some)
}

async function nearlyDates(duck: Duck, source: string, { names, lineOf }: NotesRequest): Promise<Notes> {
  const hint = `(regexp_matches(cell, '(19|20)[0-9]{2}') OR regexp_full_match(cell, ${literal(SHORT_YEAR)}))`
  const found = await likely(duck, source, { names, hint, ask: (some) => readDates(duck, cellsIn(source, some)) })
  return names.flatMap((column): Notes => {
    const reading = found.get(column)
    if (!reading?.first) return []
    const example = exampleOf(reading.first, lineOf)
    if (reading.shortYears >= MIN_DATES * reading.total) {
      return [{ name: 'not-date', column, ...example, count: reading.shortYears }]
    }
    const ways = dateWays(reading)
    if (ways.length === 0) return []
    const count = reading.counts[ways[0] as keyof DateReading['counts']]
    return [{ name: 'not-date', column, ...example, count, ways }]
  })
}

/** Returns the date formats that fit most values: two formats if day and month are interchangeable. */
function dateWays({ counts, total }: DateReading): (keyof DateReading['counts'])[] {
  const most = Math.max(...Object.values(counts))
  if (most < MIN_DATES * total || most === 0) return []
  if (counts.dates === most) return ['dates']
  return (['dates-day-first', 'dates-month-first'] as const).filter((way) => counts[way] === most)
}

async function nearlyNumbers(duck: Duck, source: string, { names, lineOf }: NotesRequest): Promise<Notes> {
  const hint = `regexp_matches(cell, '[0-9０-９]')`
  const ask = (some: string[]) => readNumbers(duck, some, (of) => cellsIn(source, of))
  const found = await likely(duck, source, { names, hint, ask })
  return names.flatMap((column): Notes => {
    const reading = found.get(column)
    if (!reading?.first) return []
    const { total, plain, marked, codes, first } = reading
    const share = (plain + marked) / total
    if (share < (codes > 0 ? NEARLY : MIN_NUMBERS)) return []
    const ways = numberWays(reading)
    const becomes = ways.includes('numbers') && first.becomes !== null ? { becomes: first.becomes } : {}
    // If all values are written in one number style, all of them prevent the column from being numeric.
    const count = plain === total ? total : total - plain
    const offered = ways.length > 0 ? { ways } : {}
    return [{ name: 'not-number', column, ...exampleOf(first, lineOf), count, ...becomes, ...offered }]
  })
}

/**
 * Pattern of scientific notation such as 1.10101E+17, which spreadsheets write for numbers with more digits than they
 * display or store.
 */
const SHORTENED = '[+-]?[0-9](?:[.,][0-9]+)?[eE][+]?(?:1[5-9]|[2-9][0-9])'
const MIN_ROUNDED = 1e15

/**
 * Returns notes about identifiers that a spreadsheet shortened. Shortening may have made different identifiers equal.
 */
async function roundedNotes(
  duck: Duck,
  source: string,
  { columns, file }: Pick<Noted, 'columns' | 'file'>,
): Promise<Notes> {
  const numbers = columns.filter(({ shape }) => shape.name === 'number')
  if (numbers.length === 0) return []
  // Row ids are stored as text, also if they are numbers.
  const highs = numbers.map(({ name }, at) => `max(abs(try_cast(${ident(name)} AS DOUBLE))) AS c${at}`)
  const high = await duck.row(`SELECT ${highs.join(', ')} FROM ${parquet(file)}`)
  const large = numbers.filter((_one, at) => Number(high[`c${at}`] ?? 0) >= MIN_ROUNDED).slice(0, NOTES_LIMIT)
  if (large.length === 0) return []
  const cells = cellsIn(
    source,
    large.map(({ from }) => from),
  )
  const found = await duck.rows(
    `SELECT name, count(*) AS times, min_by(cell, "row ") AS value FROM ${cells}
     WHERE regexp_full_match(cell, ${literal(SHORTENED)}) GROUP BY name`,
  )
  return found.map(({ name, times, value }): ReadingNote => {
    return { name: 'rounded', column: String(name), value: String(value), count: Number(times) }
  })
}

/** Pattern of numbers with one separator before three digits: 1,500 can be fifteen hundred or one and a half. */
const TWO_WAYS = '[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}'

/**
 * Returns notes about numbers that can be read in two ways if no other value of their column decides. Such numbers
 * contain a point in a file with semicolons, which programs write where the comma is the decimal separator, or a comma
 * in a comma-separated file.
 */
async function thousandsNotes(
  duck: Duck,
  source: string,
  { columns, delimiter, lineOf }: Pick<Noted, 'columns' | 'delimiter' | 'lineOf'>,
): Promise<Notes> {
  const candidates = columns.filter(
    ({ shape: { name } }) => name === 'grouped-number' || (name === 'number' && delimiter === ';'),
  )
  if (candidates.length === 0) return []
  const isOpen = `regexp_full_match(cell, ${literal(TWO_WAYS)})`
  const found = await inParts(
    candidates.map(({ from }) => from),
    (some) =>
      duck.rows(`SELECT name, count(*) AS total, count(*) FILTER (${isOpen}) AS open, min("row ") AS row,
          min_by(cell, "row ") AS value FROM ${cellsIn(source, some)} WHERE regexp_matches(cell, '[.,]') GROUP BY name`),
  )
  const isPointDecimal = found.some(({ total, open, value }) => total !== open && String(value).includes('.'))
  return found
    .filter(({ total, open, value }) => total === open && !(isPointDecimal && String(value).includes('.')))
    .map(({ name, total, row, value }): ReadingNote => {
      const becomes = String(Number(String(value).replace(',', '')))
      const example = exampleOf({ row: Number(row), value: String(value) }, lineOf)
      return { name: 'thousands', column: String(name), ...example, count: Number(total), becomes }
    })
    .slice(0, NOTES_LIMIT)
}

function numberWays({ isUnclear, hasUnits, marked, plain, total, codes }: NumberReading): string[] {
  if (isUnclear || hasUnits || codes > 0) return []
  return [
    ...(marked > 0 || plain === total ? ['numbers'] : []),
    ...(plain > 0 && plain < total ? ['numbers-only'] : []),
  ]
}

/** Returns notes about integer columns that contain only dates (20240131) or times (20240131103000). */
async function compactDates(duck: Duck, { columns, file, lineOf }: Noted): Promise<Notes> {
  const whole = columns.filter(({ shape }) => shape.type === 'integer' && !shape.isChosen)
  if (whole.length === 0) return []
  const spans = whole.map(({ name }, at) => `min(${ident(name)}) AS low${at}, max(${ident(name)}) AS high${at}`)
  const span = await duck.row(`SELECT ${spans.join(', ')} FROM ${parquet(file)}`)
  const isWithin = (at: number, digits: number) =>
    Number(span[`low${at}`]) >= 1900 * 10 ** digits && Number(span[`high${at}`]) < 2100 * 10 ** digits
  const notes: Notes = []
  for (const [at, { name, from }] of whole.entries()) {
    const digits = [4, 10].find((one) => span[`low${at}`] !== null && isWithin(at, one))
    if (digits === undefined) continue
    const format = digits === 4 ? '%Y%m%d' : '%Y%m%d%H%M%S'
    const day = `try_strptime(CAST(${ident(name)} AS VARCHAR), ${literal(format)})`
    const row = await duck.row(
      `SELECT count(${ident(name)}) AS total, count(${day}) AS days, min(file_row_number) + 1 AS row,
         CAST(min_by(${ident(name)}, file_row_number) AS VARCHAR) AS value
       FROM read_parquet(${literal(file)}, file_row_number = true) WHERE ${ident(name)} IS NOT NULL`,
    )
    if (row.total !== row.days) continue
    const first = { row: Number(row.row), value: String(row.value) }
    notes.push({
      name: 'not-date',
      column: from,
      ...exampleOf(first, lineOf),
      count: Number(row.total),
      ways: ['dates'],
    })
  }
  return notes.slice(0, NOTES_LIMIT)
}

/**
 * Returns notes about a header that contains values. Such a file probably has no header, and its first row was taken
 * for one.
 */
export async function headerNotes(duck: Duck, { columns, file }: Pick<Noted, 'columns' | 'file'>): Promise<Notes> {
  const typed = columns.filter(({ from, shape }) => shape.type !== 'text' && isValue(from, shape.type))
  const values = isSeries(typed.map(({ from }) => from)) ? [] : typed
  const texts = columns.filter(({ shape }) => shape.type === 'text').slice(0, NOTES_LIMIT)
  const equal = texts.map(({ name, from }, at) => `bool_or(trim(${ident(name)}) = ${literal(from)}) AS c${at}`)
  const found = equal.length === 0 ? {} : await duck.row(`SELECT ${equal.join(', ')} FROM ${parquet(file)}`)
  const repeated = texts.filter((_one, at) => found[`c${at}`] === true)
  if (values.length === 0 && repeated.length * 2 < columns.length) return []
  const first = values[0] ?? repeated[0]
  if (!first) return []
  const note: ReadingNote = { name: 'no-header', value: first.from, count: values.length + repeated.length }
  return [{ ...note, ways: ['no-header'] }]
}

const isValue = (name: string, type: string) =>
  type === 'date'
    ? /^\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([ T].*)?$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(name)
    : type === 'boolean'
      ? /^(true|false)$/i.test(name)
      : /^[+-]?(\d+([.,]\d+)?|[.,]\d+)([eE][+-]?\d+)?$/.test(name)

/**
 * Returns whether names are an arithmetic series, such as years, weeks or hours of measurements. If there are only two
 * numbers, they must be consecutive.
 */
function isSeries(names: string[]): boolean {
  const numbers = names.map(Number)
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  const isLong = numbers.length > 2 || (numbers.length === 2 && step === 1)
  return isLong && step > 0 && numbers.every((one, at) => at === 0 || one - (numbers[at - 1] ?? 0) === step)
}

function exampleOf({ row, value }: { row: number; value: string }, lineOf: Noted['lineOf']) {
  const line = lineOf(row)
  return { value: value.slice(0, VALUE_SHOWN), ...(line === undefined ? {} : { line }) }
}

async function inParts<T>(names: string[], ask: (some: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    found.push(...(await ask(names.slice(start, start + COLUMNS_AT_ONCE))))
  }
  return found
}
