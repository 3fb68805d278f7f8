import { fail } from '@tessera/contract'
import { type Duck, ident } from '../../lib/duck.ts'
import { textOf } from './classes.ts'
import type { LentColumn } from './mapping.ts'

/** What each column's values become, in SQL. Refuses where a value cannot be read as the task has it: nothing is dropped in silence. */
export async function convert(duck: Duck, source: string, columns: LentColumn[]): Promise<string[]> {
  const doubtful = columns.filter(({ conversion, fromType }) => conversion === 'to-number' && isDoubtful(fromType))
  const questions = doubtful.flatMap(({ from }, index) => [
    `count(*) FILTER (${isText(from)} AND ${numberIn(from, 'point')} IS NULL) AS "point ${index}"`,
    `count(*) FILTER (${isText(from)} AND ${numberIn(from, 'comma')} IS NULL) AS "comma ${index}"`,
  ])
  const wrong = doubtful.length === 0 ? {} : await duck.row(`SELECT ${questions.join(', ')} ${source}`)
  return columns.map((column) => {
    const index = doubtful.indexOf(column)
    const [point, comma] = [Number(wrong[`point ${index}`]), Number(wrong[`comma ${index}`])]
    if (index === -1) return known(column)
    if (column.fromType !== 'text' || (point > 0 && comma > 0)) {
      fail('dataset.not-numbers', { column: column.from, count: Math.min(point, comma) })
    }
    return numberIn(column.from, point === 0 ? 'point' : 'comma')
  })
}

const isDoubtful = (type: LentColumn['fromType']) => type === 'text' || type === 'date'

function known({ from, fromType, conversion }: LentColumn): string {
  if (conversion === 'to-text') return textOf(ident(from), fromType)
  return conversion === 'to-number' && fromType === 'boolean' ? `CAST(${ident(from)} AS BIGINT)` : ident(from)
}

const NUMBER = String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`
const trimmed = (from: string) => `trim(CAST(${ident(from)} AS VARCHAR))`
const isText = (from: string) => `WHERE ${ident(from)} IS NOT NULL AND ${trimmed(from)} <> ''`

/** A comma is a decimal sign only where the whole column has no point: `1,234` beside `0.5` may be a thousand. */
function numberIn(from: string, decimal: 'point' | 'comma'): string {
  const text = decimal === 'point' ? trimmed(from) : `replace(replace(${trimmed(from)}, '.', 'x'), ',', '.')`
  const number = `try_cast(${text} AS DOUBLE)`
  return `CASE WHEN regexp_full_match(${text}, '${NUMBER}') AND isfinite(${number}) THEN ${number} END`
}
