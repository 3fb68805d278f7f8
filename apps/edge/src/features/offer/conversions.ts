import { fail, hasYesFor, truthOf } from '@tessera/contract'
import { isMissingWord, ROW_ID } from '../../kinds/index.ts'
import { type Duck, ident, isRealNumber, literal, textValue } from '../../lib/duck.ts'
import { classText, ROW_NUMBER, textOf } from '../rows/index.ts'
import type { MappedColumn } from './mapping.ts'

/**
 * Returns the SQL expression of each converted column. Values that cannot be converted to the task's type are refused.
 * Only words that mean "no value" are dropped from numbers without an error.
 */
export async function convert(duck: Duck, source: string, columns: MappedColumn[]): Promise<string[]> {
  const doubtful = columns.filter(({ conversion, fromType }) => conversion === 'to-number' && isDoubtful(fromType))
  const questions = doubtful.flatMap(({ from }, index) =>
    MARKS.map((mark) => `count(*) FILTER (${isNoNumber(from, mark)}) AS "${mark} ${index}"`),
  )
  const wrong = doubtful.length === 0 ? {} : await duck.row(`SELECT ${questions.join(', ')} ${source}`)
  const cells: string[] = []
  for (const column of columns) {
    const index = doubtful.indexOf(column)
    if (index === -1) cells.push(renamed(column, await known(duck, source, column)))
    else {
      const counts = MARKS.map((mark) => ({ mark, count: Number(wrong[`${mark} ${index}`]) }))
      cells.push(
        (await answersAsNumbers(duck, source, column, counts)) ?? (await numbersIn(duck, source, column, counts)),
      )
    }
  }
  return cells
}

const isDoubtful = (type: MappedColumn['fromType']) => type === 'text' || type === 'date'

async function known(duck: Duck, source: string, column: MappedColumn): Promise<string> {
  const { from, fromType, conversion } = column
  if (conversion === 'to-text') return textOf(ident(from), fromType)
  if (conversion === 'to-boolean' && fromType !== 'boolean') return booleansIn(duck, source, column)
  return conversion === 'to-number' && fromType === 'boolean' ? `CAST(${ident(from)} AS BIGINT)` : ident(from)
}

/** Returns SQL that renames values. Values are compared without surrounding blanks. */
function renamed({ fromType, conversion, values = [] }: MappedColumn, cell: string): string {
  if (values.length === 0) return cell
  const type = conversion === 'to-text' ? 'text' : conversion === 'to-boolean' ? 'boolean' : fromType
  const text = type === 'text' ? cell : textOf(cell, type)
  const cases = values.map((one) => `WHEN ${textValue(one.from)} THEN ${textValue(one.to)}`).join(' ')
  return `CASE ${classText(text)} ${cases} ELSE ${text} END`
}

/** Maximum number of distinct values in a column of yes and no. */
const MAX_ANSWERS = 100

interface Answers {
  /** SQL expression for true or false, or null for values that mean neither. */
  cell: string
  /** The first value that means neither yes nor no, and the number of rows with such a value. */
  stray: { row: string; value: string; count: number } | undefined
}

/**
 * Reads the values of a column as yes and no, 1 and 0, or 是 and 否. A word that can also mean a missing value, such as 无
 * or -, counts as "no" only if another value is the matching "yes".
 */
async function answersIn(duck: Duck, source: string, { from, fromType }: MappedColumn): Promise<Answers> {
  const text = `trim(${textOf(ident(from), fromType)})`
  const found = await duck.rows(
    `SELECT ${text} AS value, count(*) AS count, first(CAST(${ident(ROW_ID)} AS VARCHAR) ORDER BY ${ROW_NUMBER}) AS row,
       ${isMissingWord(text)} AS is_missing, sum(count(*)) OVER () AS total
     FROM (SELECT * ${source}) WHERE ${ident(from)} IS NOT NULL AND ${text} <> ''
     GROUP BY 1 ORDER BY min(${ROW_NUMBER}) LIMIT ${MAX_ANSWERS}`,
  )
  const words = found.map(({ value }) => String(value))
  const values = found.map(({ value, count, row, is_missing }) => {
    const word = String(value)
    const isMissing = is_missing === true && !hasYesFor(word, words)
    return {
      value: word,
      count: Number(count),
      row: String(row),
      isMissing,
      truth: isMissing ? undefined : truthOf(word),
    }
  })
  const saying = (truth: boolean) => {
    const matches = values.filter((one) => one.truth === truth).map(({ value }) => textValue(value))
    return matches.length > 0 ? `WHEN ${text} IN (${matches.join(', ')}) THEN ${truth}` : ''
  }
  const isStray = ({ truth, isMissing }: (typeof values)[number]) => truth === undefined && !isMissing
  const first = values.find(isStray)
  const clear = values.filter((one) => !isStray(one)).reduce((sum, { count }) => sum + count, 0)
  return {
    cell: `CAST(CASE ${saying(true)} ${saying(false)} WHEN false THEN NULL END AS BOOLEAN)`,
    stray: first && { row: first.row, value: first.value, count: Number(found[0]?.total) - clear },
  }
}

/**
 * Returns SQL that converts words for yes and no to 1 and 0, or undefined if any cell contains a number or another
 * word.
 */
async function answersAsNumbers(
  duck: Duck,
  source: string,
  column: MappedColumn,
  counts: { count: number }[],
): Promise<string | undefined> {
  if (column.fromType !== 'text' || counts.some(({ count }) => count === 0)) return undefined
  const { cell, stray } = await answersIn(duck, source, column)
  return stray ? undefined : `CAST(CAST(${cell} AS BIGINT) AS DOUBLE)`
}

async function booleansIn(duck: Duck, source: string, column: MappedColumn): Promise<string> {
  const { cell, stray } = await answersIn(duck, source, column)
  if (!stray) return cell
  const { row, value, count } = stray
  return fail('dataset.not-answers', { column: column.from, row, value: value.slice(0, VALUE_SHOWN), count })
}

/** How the numbers of a column use the point and the comma. */
type Mark = 'point' | 'comma' | 'grouped'
const MARKS: Mark[] = ['point', 'comma', 'grouped']

async function numbersIn(
  duck: Duck,
  source: string,
  { from, fromType }: MappedColumn,
  counts: { mark: Mark; count: number }[],
): Promise<string> {
  const fitting = counts.filter(({ count }) => count === 0).map(({ mark }) => mark)
  const isPoint = fitting.includes('point')
  if (fromType === 'text' && (isPoint || fitting.length === 1))
    return numberIn(from, isPoint ? 'point' : (fitting[0] as Mark))
  const isEither = fromType === 'text' && fitting.length > 1
  const { mark, count } = isEither
    ? { mark: 'point' as const, count: 0 }
    : counts.reduce((best, next) => (next.count < best.count ? next : best))
  const first = await duck.row(
    `SELECT CAST(${ident(ROW_ID)} AS VARCHAR) AS id, ${trimmed(from)} AS value FROM (SELECT * ${source})
     ${isNoNumber(from, mark)} ORDER BY ${ROW_NUMBER} LIMIT 1`,
  )
  const place = { column: from, row: String(first.id), value: String(first.value).slice(0, VALUE_SHOWN) }
  return isEither ? fail('dataset.number-either', place) : fail('dataset.not-numbers', { ...place, count })
}

const VALUE_SHOWN = 60
const NUMBER = String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`
const GROUPED = String.raw`[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?`
const trimmed = (from: string) => `trim(CAST(${ident(from)} AS VARCHAR))`

const isNoNumber = (from: string, mark: Mark) =>
  `WHERE ${ident(from)} IS NOT NULL AND ${trimmed(from)} <> '' AND NOT ${isMissingWord(trimmed(from))}
   AND ${numberIn(from, mark)} IS NULL`

/**
 * Returns SQL that converts texts to numbers. The comma has one meaning per column: thousands separator in `1,234`
 * beside `0.5`, decimal separator beside `1,5`.
 */
function numberIn(from: string, mark: Mark): string {
  const text = {
    point: trimmed(from),
    comma: `replace(replace(${trimmed(from)}, '.', 'x'), ',', '.')`,
    grouped: `replace(${trimmed(from)}, ',', '')`,
  }[mark]
  const isWritten =
    mark === 'grouped'
      ? `regexp_full_match(${trimmed(from)}, ${literal(GROUPED)})`
      : `regexp_full_match(${text}, ${literal(NUMBER)})`
  const number = `try_cast(${text} AS DOUBLE)`
  return `CASE WHEN ${isWritten} AND ${isRealNumber(number)} THEN ${number} END`
}
