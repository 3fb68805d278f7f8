import { fail } from '@tessera/contract'
import { type Duck, ident, literal } from '../../lib/duck.ts'
import { textOf } from './classes.ts'
import { isMissingWord, ROW_ID } from './kinds/index.ts'
import type { MappedColumn } from './mapping.ts'
import { ROW_NUMBER } from './row-orders.ts'

/**
 * What each column's values become, in SQL. Refuses where a value cannot be read as the task has it: nothing is dropped in
 * silence but the words that mean "no value" among numbers everywhere.
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
    if (index === -1) cells.push(known(column))
    else {
      const counts = MARKS.map((mark) => ({ mark, count: Number(wrong[`${mark} ${index}`]) }))
      cells.push(await numbersIn(duck, source, column, counts))
    }
  }
  return cells
}

const isDoubtful = (type: MappedColumn['fromType']) => type === 'text' || type === 'date'

function known({ from, fromType, conversion }: MappedColumn): string {
  if (conversion === 'to-text') return textOf(ident(from), fromType)
  return conversion === 'to-number' && fromType === 'boolean' ? `CAST(${ident(from)} AS BIGINT)` : ident(from)
}

/** What a column's decimals and thousands are marked with. */
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

/** A comma is one mark in the whole column: `1,234` beside `0.5` is a thousand, and beside `1,5` none. */
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
  return `CASE WHEN ${isWritten} AND isfinite(${number}) THEN ${number} END`
}
