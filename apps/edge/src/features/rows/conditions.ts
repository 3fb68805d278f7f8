import { type ColumnType, fail, type RowFilter } from '@tessera/contract'
import { labelsIn } from '../../kinds/label-lists.ts'
import { ident, literal, textValue } from '../../lib/duck.ts'

/** Returns the SQL condition of a filter. The typed text is compared according to the column's type. */
export function conditionOf({ column, test, value }: RowFilter, type: ColumnType): string {
  const cell = ident(column)
  switch (test) {
    case 'missing':
      return `${cell} IS NULL`
    case 'present':
      return `${cell} IS NOT NULL`
    case 'contains':
      return `contains(lower(${type === 'text' ? cell : `CAST(${cell} AS VARCHAR)`}), lower(${textValue(value)}))`
    case 'equals':
      if (type === 'labels') return `list_contains(${labelsIn(cell)}, ${textValue(value)})`
      return type === 'date' ? onDate(cell, column, value) : `${cell} = ${typed(column, type, value)}`
    case 'at-least':
      return `${cell} >= ${type === 'date' ? dateOf(column, value).sql : typed(column, type, value)}`
    case 'at-most':
      return type === 'date' ? untilDate(cell, column, value) : `${cell} <= ${typed(column, type, value)}`
  }
}

const WHOLE = /^[+-]?\d{1,18}$/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function typed(column: string, type: ColumnType, value: string): string {
  const text = value.trim()
  if (type === 'text') return textValue(value)
  if (type === 'boolean') {
    return /^(true|false)$/i.test(text) ? text.toLowerCase() : fail('dataset.filter-boolean', { column, value })
  }
  // Whole numbers are compared exactly. As a DOUBLE, values beyond 2^53 would equal their neighbours.
  if (WHOLE.test(text)) return String(BigInt(text.replace('+', '')))
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) fail('dataset.filter-number', { column, value })
  return `CAST(${literal(text)} AS DOUBLE)`
}

const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** Returns the SQL of a date in a filter. A day matches all times of that day; a point in time matches only itself. */
function dateOf(column: string, value: string): { sql: string; isDay: boolean } {
  const [, year, month, day, hour, minute, second] = DATE.exec(value.trim())?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) fail('dataset.filter-date', { column, value })
  const isDay = Number.isNaN(hour)
  const time = isDay ? [0, 0, 0] : [hour ?? 0, minute ?? 0, second || 0]
  const moment = new Date(Date.UTC(year, month - 1, day, ...time))
  const isReal = moment.getUTCDate() === day && moment.getUTCMonth() === month - 1 && moment.getUTCFullYear() === year
  if (!isReal || (time[0] as number) > 23 || (time[1] as number) > 59 || (time[2] as number) > 59) {
    fail('dataset.filter-date', { column, value })
  }
  const iso = moment.toISOString()
  return isDay
    ? { sql: `DATE '${iso.slice(0, 10)}'`, isDay }
    : { sql: `TIMESTAMP '${iso.slice(0, 19).replace('T', ' ')}'`, isDay }
}

function untilDate(cell: string, column: string, value: string): string {
  const { sql, isDay } = dateOf(column, value)
  return isDay ? `${cell} < ${sql} + 1` : `${cell} <= ${sql}`
}

function onDate(cell: string, column: string, value: string): string {
  const { sql, isDay } = dateOf(column, value)
  return isDay ? `(${cell} >= ${sql} AND ${cell} < ${sql} + 1)` : `${cell} = ${sql}`
}
