import type { ColumnType } from '@tessera/contract'
import { isRealNumber, literal } from '../../lib/duck.ts'

/**
 * A format that all values of a column may have. `cell` is an SQL expression for a value without surrounding spaces.
 */
export interface Shape {
  name: string
  type: ColumnType
  /** The DuckDB type of the column. */
  sql: 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP' | 'VARCHAR'
  /** SQL condition for whether a value has this format. */
  fits: (cell: string) => string
  /** SQL expression for the parsed value, or null for a word that means "no value". */
  value: (cell: string) => string
  /**
   * Conditions that are cheaper than `fits` for millions of values: at least one of them holds for every value that
   * would be read wrongly. `value` is the parsed value.
   */
  suspect?: (cell: string, value: string) => string[]
  /** Whether a member chose this format. Values that do not have this format are then missing. */
  isChosen?: boolean
}

/**
 * SQL for two conditions. CASE evaluates the second condition only for values that pass the first, because parsing
 * dates takes thirty times as long as matching a pattern.
 */
const both = (first: string, second: string) => `(CASE WHEN ${first} THEN ${second} ELSE false END)`
const matches = (pattern: string) => (cell: string) => `regexp_full_match(${cell}, ${literal(pattern)})`
const cast = (type: Shape['sql']) => (cell: string) => `try_cast(${cell} AS ${type})`

export const DAY = '[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}'
export const TIME = String.raw`[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?`
const dashed = (type: Shape['sql']) => (cell: string) => `try_cast(replace(${cell}, '/', '-') AS ${type})`

/**
 * Pattern of integers that need more than 64 bits. They are mostly identifiers, and as doubles different ones would
 * become equal.
 */
const TOO_LONG = '[+-]?([0-9]+|[0-9]{1,3}([.,][0-9]{3}){5,})'
/**
 * Pattern of numbers with a fraction of zeros, which pandas writes for ids in columns with missing values. If a double
 * rounds them, different ids would become equal.
 */
const TOO_LONG_WITH_ZEROS = '[+-]?[0-9]+[.,]0+'
/** CASE evaluates the patterns only for large values, which saves time. */
const isTooLong = (cell: string, value: string) =>
  `CASE WHEN abs(${value}) >= 9223372036854775808 THEN ${matches(`${TOO_LONG}|${TOO_LONG_WITH_ZEROS}`)(cell)}
        WHEN abs(${value}) > ${Number.MAX_SAFE_INTEGER} THEN ${matches(TOO_LONG_WITH_ZEROS)(cell)} ELSE false END`

/** Returns a format for texts that match the pattern and can be parsed. */
function shape(
  of: Pick<Shape, 'name' | 'type' | 'sql' | 'value'> & { pattern: string; suspect?: Shape['suspect'] },
): Shape {
  const { pattern, suspect, ...others } = of
  // DuckDB also parses NaN and infinity as numbers, so they are excluded.
  const value = (cell: string) =>
    others.sql === 'DOUBLE'
      ? `CASE WHEN ${isRealNumber(others.value(cell))} THEN ${others.value(cell)} END`
      : others.value(cell)
  const rest = { ...others, value }
  const isSomething =
    rest.sql === 'DOUBLE'
      ? (cell: string, value: string) => `coalesce(${isRealNumber(value)} AND NOT ${isTooLong(cell, value)}, false)`
      : (_cell: string, value: string) => `${value} IS NOT NULL`
  return {
    ...rest,
    fits: (cell) => both(matches(pattern)(cell), isSomething(cell, rest.value(cell))),
    ...(suspect ? { suspect } : {}),
  }
}

export const NUMBER = shape({
  name: 'number',
  type: 'number',
  sql: 'DOUBLE',
  value: cast('DOUBLE'),
  pattern: String.raw`[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`,
  // DuckDB compares texts by bytes, so the values between `00` and `0:` are those that begin with a zero and a digit.
  suspect: (cell, value) => [
    `NOT ${isRealNumber(value)}`,
    isTooLong(cell, value),
    `${cell} BETWEEN '00' AND '0:'`,
    `${cell} BETWEEN '-00' AND '-0:'`,
    `${cell} < '-'`,
    `contains(${cell}, '_')`,
  ],
})

/** Formats from narrow to wide. The first format that fits all values of a column is used. */
export const COMMON_SHAPES: Shape[] = [
  shape({
    name: 'boolean',
    type: 'boolean',
    sql: 'BOOLEAN',
    value: cast('BOOLEAN'),
    pattern: '(?i)true|false',
    // DuckDB also parses `t`, `yes` and `1` as true, so short values are checked.
    suspect: (cell) => [`strlen(${cell}) < 4`],
  }),
  shape({
    name: 'integer',
    type: 'integer',
    sql: 'BIGINT',
    value: cast('BIGINT'),
    pattern: '[+-]?(0|[1-9][0-9]*)',
    suspect: (cell, value) => [`CAST(${value} AS VARCHAR) <> ${cell}`],
  }),
  NUMBER,
  shape({
    name: 'day',
    type: 'date',
    sql: 'DATE',
    value: dashed('DATE'),
    pattern: DAY,
    suspect: (cell) => [`strlen(${cell}) > 10`, `${cell} < '0'`, `${cell} > ':'`],
  }),
  shape({
    name: 'moment',
    type: 'date',
    sql: 'TIMESTAMP',
    value: dashed('TIMESTAMP'),
    pattern: `${DAY}(${TIME})?`,
  }),
]

/** Pattern of dates such as 1/2/2024: two numbers of one or two digits and a year, with the same delimiter. */
const SHORT_DAY = ['[.]', '/', '-'].map((delimiter) => `[0-9]{1,2}${delimiter}[0-9]{1,2}${delimiter}[0-9]{4}`).join('|')
const SHORT_TIME = '( [0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?'
const parsed = (formats: string[], type: Shape['sql']) => (cell: string) =>
  `CAST(try_strptime(${cell}, [${formats.map(literal).join(', ')}]) AS ${type})`
const withTimes = (formats: string[]) => formats.flatMap((one) => [one, `${one} %H:%M`, `${one} %H:%M:%S`])

function shortDates(name: 'day-first' | 'month-first', formats: string[]): Shape[] {
  const moments = withTimes(formats)
  return [
    shape({ name, type: 'date', sql: 'DATE', pattern: SHORT_DAY, value: parsed(formats, 'DATE') }),
    shape({
      name: `${name} moment`,
      type: 'date',
      sql: 'TIMESTAMP',
      value: parsed(moments, 'TIMESTAMP'),
      pattern: `(${SHORT_DAY})${SHORT_TIME}`,
    }),
  ]
}

const marked = (thousands: string, decimal: string) =>
  `[+-]?([1-9][0-9]{0,2}([${thousands}][0-9]{3})+|0|[1-9][0-9]*)([${decimal}][0-9]+)?`

export const COMMA_NUMBER = shape({
  name: 'comma-number',
  type: 'number',
  sql: 'DOUBLE',
  pattern: marked('.', ','),
  value: (cell) => `try_cast(replace(replace(${cell}, '.', ''), ',', '.') AS DOUBLE)`,
})

/** Formats that are tried only for columns that have no common format. */
export const RARE_SHAPES: Shape[] = [
  shape({
    name: 'other-day',
    type: 'date',
    sql: 'DATE',
    value: parsed(['%Y.%m.%d', '%Y年%m月%d日'], 'DATE'),
    pattern: '[0-9]{4}([.][0-9]{1,2}[.][0-9]{1,2}|年[0-9]{1,2}月[0-9]{1,2}日)',
  }),
  ...shortDates('day-first', ['%d.%m.%Y', '%d/%m/%Y', '%d-%m-%Y']),
  ...shortDates('month-first', ['%m.%d.%Y', '%m/%d/%Y', '%m-%d-%Y']),
  COMMA_NUMBER,
  shape({
    name: 'grouped-number',
    type: 'number',
    sql: 'DOUBLE',
    pattern: marked(',', '.'),
    value: (cell) => `try_cast(replace(${cell}, ',', '') AS DOUBLE)`,
  }),
]

/**
 * Pairs of ambiguous formats. If all values of a column fit two formats of a pair (05.04.2026 or 1,234), the column
 * stays text.
 */
export const EITHER: [string, string][] = [
  ['day-first', 'month-first'],
  ['day-first moment', 'month-first moment'],
  ['comma-number', 'grouped-number'],
]

export const TEXT: Shape = {
  name: 'text',
  type: 'text',
  sql: 'VARCHAR',
  fits: () => 'true',
  value: (cell) => cell,
}
