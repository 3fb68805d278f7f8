import type { ColumnReading, ReadOptions, TableRow } from '@tessera/contract'
import { type Duck, isRealNumber, literal } from '../../lib/duck.ts'
import { isMissingWord } from '../missing.ts'
import { DAY, NUMBER, RARE_SHAPES, type Shape, TEXT, TIME } from './shapes.ts'
import { COLUMNS_AT_ONCE } from './types.ts'

/**
 * Other ways to read a text column: as numbers with marks ("<0.5", "1 234,5", "89%"), as dates, or without the words
 * that mean "no value".
 */

/** A number format. `value` returns SQL for a cell that the pattern `number` matches. */
interface Style {
  name: 'point' | 'comma' | 'grouped' | 'spaced' | 'apostrophe'
  number: string
  value: (cell: string) => string
}

const SIGN = String.raw`[+\-\x{2212}]?`
/** Pattern of whole numbers. Numbers with leading zeros, or with more digits than a double holds, are codes. */
const WHOLE = '(?:0|[1-9][0-9]{0,14})'
const SPACE = String.raw`[ \x{00A0}\x{2009}\x{202F}]`
const APOSTROPHE = String.raw`['\x{2019}\x{00B4}]`
const grouped = (mark: string) => `(?:${WHOLE}|[1-9][0-9]{0,2}(?:${mark}[0-9]{3}){1,4})`
const number = (text: string) => {
  const value = `try_cast(replace(${text}, chr(8722), '-') AS DOUBLE)`
  return `CASE WHEN ${isRealNumber(value)} THEN ${value} END`
}
/** Matches numbers with Indian digit grouping, such as 12,34,567. */
const LAKHS = '[1-9][0-9]?(?:,[0-9]{2}){1,5},[0-9]{3}'
/** Converts full-width digits and marks, which Chinese keyboards produce, to ASCII. */
const narrow = (cell: string) => `translate(${cell}, '０１２３４５６７８９．，－＋', '0123456789.,-+')`
const without = (text: string, mark: string) => `regexp_replace(${text}, ${literal(mark)}, '', 'g')`
const pointed = (text: string) => `replace(${text}, ',', '.')`

const STYLES: Style[] = [
  {
    name: 'point',
    number: String.raw`${SIGN}(?:${WHOLE}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?`,
    value: number,
  },
  {
    name: 'comma',
    number: `${SIGN}${grouped('[.]')}(?:,[0-9]+)?`,
    value: (cell) => number(pointed(without(cell, '[.]'))),
  },
  {
    name: 'grouped',
    number: String.raw`${SIGN}(?:${grouped(',')}|${LAKHS})(?:\.[0-9]+)?`,
    value: (cell) => number(without(cell, ',')),
  },
  {
    name: 'spaced',
    number: `${SIGN}${grouped(SPACE)}(?:[.,][0-9]+)?`,
    value: (cell) => number(pointed(without(cell, SPACE))),
  },
  {
    name: 'apostrophe',
    number: `${SIGN}${grouped(APOSTROPHE)}(?:[.,][0-9]+)?`,
    value: (cell) => number(pointed(without(cell, APOSTROPHE))),
  },
]

/** Marks around a number: detection limits, arrows, laboratory flags, percent signs and currencies. */
const BLANKS = `${SPACE}*`
const CURRENCY = String.raw`(?:(?:US|HK|NT|CA|AU)?\$|[€£¥￥₹₩]|EUR|USD|CNY|RMB|CHF|GBP|JPY|HKD|INR|Rs\.?)`
const BEFORE = `(?:[<>≤≥＜＞≦≧~≈↑↓]=?|=[<>])?${BLANKS}${CURRENCY}?`
const BEHIND = String.raw`(?:${CURRENCY}|[元円원%％*↑↓]|[HL]|[(\[（](?:[HLhl]|高|低)[)\]）]|偏?高|偏?低){0,2}`
const marked = ({ number }: Style) => `${BEFORE}${BLANKS}(${number})${BLANKS}${BEHIND}`
const matches = (cell: string, pattern: string) => `regexp_full_match(${cell}, ${literal(pattern)})`

/** Pattern of a unit after a number: 65岁, 70 kg, 5.6×10^9/L. */
const UNIT = String.raw`[\p{L}°℃℉µ×/][\p{L}\p{M}0-9°µ%·^*/²³⁹-]{0,15}`
const WITH_UNIT = `${BEFORE}${BLANKS}(?:${STYLES.map(({ number }) => number).join('|')})${BLANKS}(${UNIT})`
/**
 * If the endings of a column's numbers differ, only these endings count as units. So "1st" and "2nd", or "1A" and "2B",
 * have no unit.
 */
const KNOWN_UNITS = new Set(
  `kg g mg µg ug ng lb lbs oz km m cm mm µm in ft l dl ml µl mmol/l µmol/l umol/l nmol/l g/l g/dl mg/l mg/dl µg/l ug/l ng/ml
  u/l iu/l iu/ml mmhg kpa cmh2o ℃ °c °f ℉ c f bpm s sec min h hr hrs d day days w wk week weeks mo month months y yr yrs year years
  岁 周岁 个月 月 月龄 天 日 周 小时 分钟 分 秒 公斤 千克 克 斤 毫克 米 厘米 毫米 毫升 升 次`.split(/\s+/),
)
const MAX_UNITS = 4
/** Minimum share of values that are numbers with a unit. Below it, the column is assumed to contain names. */
const MIN_WITH_UNIT = 1 / 3

/** The number format of a column, and how many of its values match the format. */
export interface NumberReading {
  style: Style
  /** Whether "12%" is read as 0.12, because the other numbers of the column are shares from 0 to 1. */
  isShare: boolean
  /** Whether a comma in the column could be a decimal or a thousands separator. */
  isUnclear: boolean
  /** The unit that all numbers with a unit share, in lower case. */
  unit?: string | undefined
  /** Whether the numbers of the column have different units, which cannot be mixed. */
  hasUnits: boolean
  total: number
  /** Number of values that consist only of a number. */
  plain: number
  /** Number of values that can be read as a number with a mark. */
  marked: number
  /** Number of values that look like numbers but are identifiers, such as 007. */
  codes: number
  first: { row: number; value: string; becomes: string | null } | null
}

/**
 * Determines how text columns can be read as numbers. `cellsOf` returns SQL for the columns `name`, `cell` and `"row
 * "`, without missing values. Columns with the same number style share a query, because each query scans all rows of
 * the table.
 */
export async function readNumbers(
  duck: Duck,
  names: string[],
  cellsOf: (names: string[]) => string,
): Promise<Map<string, NumberReading>> {
  const units = await unitsIn(duck, cellsOf(names))
  const counts = STYLES.map((style) => `count(*) FILTER (${matches(narrow('bare'), marked(style))}) AS ${style.name}`)
  const found = await duck.rows(
    `SELECT name, ${counts.join(', ')} FROM ${withBare(cellsOf(names), units)} GROUP BY name`,
  )
  const styled = found.flatMap((row) => {
    const best = Math.max(...STYLES.map(({ name }) => Number(row[name])))
    const style = STYLES.find(({ name }) => Number(row[name]) === best) as Style
    const isUnclear = style.name === 'comma' && Number(row.grouped) === best
    return best === 0 ? [] : [{ name: String(row.name), style, isUnclear }]
  })
  const readings = new Map<string, NumberReading>()
  for (const [style, columns] of Map.groupBy(styled, (column) => column.style)) {
    const described = await describe(duck, { style, units, cellsOf, names: columns.map(({ name }) => name) })
    for (const { name, isUnclear } of columns) {
      const about = described.get(name)
      const some = units.get(name) ?? []
      if (about) readings.set(name, { style, isUnclear, hasUnits: some.length > 1, unit: some[0], ...about })
    }
  }
  return readings
}

/**
 * Adds two columns to the cells: `bare` is the cell without any unit of its column, `"bare of first"` without the most
 * frequent unit.
 */
function withBare(cells: string, units: Map<string, string[]>): string {
  const bareOf = (partOf: (some: string[]) => string[]) => {
    const groups = Map.groupBy(units, ([, some]) => partOf(some).join(' '))
    const whens = [...groups.values()].map((group) => {
      const names = group.map(([name]) => literal(name)).join(', ')
      return `WHEN name IN (${names}) THEN ${withoutUnit('cell', partOf(group[0]?.[1] ?? []))}`
    })
    return whens.length > 0 ? `CASE ${whens.join(' ')} ELSE cell END` : 'cell'
  }
  return `(SELECT *, ${bareOf((some) => some)} AS bare, ${bareOf((some) => some.slice(0, 1))} AS ${BARE_OF_FIRST} FROM ${cells})`
}

const BARE_OF_FIRST = '"bare of first"'

/** Returns the units of columns that contain numbers with a unit, most frequent first. */
async function unitsIn(duck: Duck, cells: string): Promise<Map<string, string[]>> {
  const isMarked = STYLES.map((style) => matches(narrow('cell'), marked(style))).join(' OR ')
  const found = await duck.rows(
    `WITH cells AS (SELECT name, lower(regexp_extract(${narrow('cell')}, ${literal(`^${WITH_UNIT}$`)}, 1)) AS unit,
         ${isMarked} AS is_marked, count(*) OVER (PARTITION BY name) AS total FROM ${cells})
     SELECT name, unit, total, count(*) AS times FROM cells WHERE unit <> '' AND NOT is_marked GROUP BY ALL ORDER BY times DESC, unit`,
  )
  const byName = Map.groupBy(found, ({ name }) => String(name))
  return new Map(
    [...byName].flatMap(([name, rows]): [string, string[]][] => {
      const some = rows.map(({ unit }) => String(unit))
      const isKnown = some.length <= MAX_UNITS && some.every((unit) => KNOWN_UNITS.has(unit))
      const times = rows.reduce((sum, row) => sum + Number(row.times), 0)
      const isEnough = times >= MIN_WITH_UNIT * Number(rows[0]?.total)
      return isEnough && (some.length === 1 || isKnown) ? [[name, some]] : []
    }),
  )
}

/** SQL expression for a cell without one of these units at its end. */
function withoutUnit(cell: string, units: string[]): string {
  const any = units.map((unit) => unit.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join('|')
  return units.length === 0 ? cell : `regexp_replace(${cell}, ${literal(`(?i)([0-9.])${BLANKS}(?:${any})$`)}, '\\1')`
}

interface Described {
  style: Style
  units: Map<string, string[]>
  cellsOf: (names: string[]) => string
  names: string[]
}

type About = Omit<NumberReading, 'style' | 'isUnclear' | 'unit' | 'hasUnits'>

/**
 * Counts the kinds of values in columns that share a number style. Columns of shares are queried separately, because
 * "12%" is read as 0.12 in them.
 */
async function describe(duck: Duck, { style, units, cellsOf, names }: Described): Promise<Map<string, About>> {
  const isPlain = matches(narrow('cell'), style.number)
  const found =
    await duck.rows(`SELECT name, max(abs(CASE WHEN ${isPlain} THEN ${style.value(narrow('cell'))} END)) AS largest
    FROM ${cellsOf(names)} GROUP BY name`)
  const isShare = ({ largest }: (typeof found)[number]) =>
    largest !== null && largest !== undefined && Number(largest) <= 1
  const about = new Map<string, About>()
  for (const [areShares, columns] of Map.groupBy(found, isShare)) {
    const cells = withBare(cellsOf(columns.map(({ name }) => String(name))), units)
    for (const row of await describeAlike(duck, { style, isShare: areShares, cells })) {
      about.set(String(row.name), aboutOf(row, areShares))
    }
  }
  return about
}

function describeAlike(duck: Duck, { style, isShare, cells }: { style: Style; isShare: boolean; cells: string }) {
  const isPlain = matches(narrow('cell'), style.number)
  // If every value is written in the number style of the column, this style is the reason why the column is a text
  // column.
  const isOther = `NOT ${NUMBER.fits('cell')}`
  const read = numberIn({ style, isShare }, BARE_OF_FIRST)
  const firstOf = (where: string, as: string) =>
    `min("row ") FILTER (${where}) AS ${as}_row, min_by(cell, "row ") FILTER (${where}) AS ${as}_value,
     CAST(arg_min_null(${read}, "row ") FILTER (${where}) AS VARCHAR) AS ${as}_becomes`
  return duck.rows(`SELECT name, count(*) AS total, count(*) FILTER (${isPlain}) AS plain,
    count(*) FILTER (NOT ${isPlain} AND ${numberIn({ style, isShare }, 'bare')} IS NOT NULL) AS marked,
    count(*) FILTER (${matches(narrow('cell'), CODE)}) AS codes,
    ${firstOf(`NOT ${isPlain}`, 'odd')}, ${firstOf(isOther, 'other')} FROM ${cells} GROUP BY name`)
}

function aboutOf(row: TableRow, isShare: boolean): About {
  const as = row.odd_row === null ? 'other' : 'odd'
  const [at, value, becomes] = [row[`${as}_row`], row[`${as}_value`], row[`${as}_becomes`]]
  return {
    isShare,
    total: Number(row.total),
    plain: Number(row.plain),
    marked: Number(row.marked),
    codes: Number(row.codes),
    first:
      at === null || at === undefined
        ? null
        : { row: Number(at), value: String(value), becomes: becomes === null ? null : short(String(becomes)) },
  }
}

const CODE = '[+-]?(0[0-9]+|[0-9]{16,})'
const short = (number: string) => number.replace(/\.0$/, '')

/** SQL expression for the number in a cell, or null if the cell contains no number. */
function numberIn(
  { style, isShare, unit }: Pick<NumberReading, 'style' | 'isShare' | 'unit'>,
  written: string,
): string {
  const cell = narrow(withoutUnit(written, unit === undefined ? [] : [unit]))
  const core = style.value(`regexp_extract(${cell}, ${literal(`^(?:${marked(style)})$`)}, 1)`)
  const scale = isShare ? ` / CASE WHEN regexp_matches(${cell}, '[%％]') THEN 100 ELSE 1 END` : ''
  return `CASE WHEN ${matches(cell, style.number)} THEN ${style.value(cell)} ELSE ${core}${scale} END`
}

const ZONE = String.raw`[ ]?(Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)(?:\[[A-Za-z_/+-]+\])?`
const ZONED = `(${DAY}${TIME.replaceAll('(', '(?:')})${ZONE}`
const COMPACT = '(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:[0-9]{6})?'
const WITH_MONTH = String.raw`[0-9]{1,2}[ ./-]?[A-Za-z]{3,9}[ ./-]?[0-9]{4}|[A-Za-z]{3,9}\.? [0-9]{1,2},? [0-9]{4}`
const MONTH_FORMATS = [' ', '-', '.', '/', '']
  .flatMap((mark) => ['%b', '%B'].map((month) => `%d${mark}${month}${mark}%Y`))
  .concat(['%b %d, %Y', '%B %d, %Y', '%b %d %Y', '%B %d %Y', '%b. %d, %Y'])
const parsed = (cell: string, formats: string[]) => `try_strptime(${cell}, [${formats.map(literal).join(', ')}])`
const zoneless = (cell: string) => `regexp_extract(${cell}, ${literal(`^${ZONED}$`)}, 1)`
const offset = (cell: string) => {
  const zone = `regexp_extract(${cell}, ${literal(`^${ZONED}$`)}, 2)`
  const digits = `rpad(replace(substr(${zone}, 2), ':', ''), 4, '0')`
  const minutes = `(CAST(left(${digits}, 2) AS INTEGER) * 60 + CAST(right(${digits}, 2) AS INTEGER))`
  const signed = `CASE left(${zone}, 1) WHEN '+' THEN ${minutes} WHEN '-' THEN -${minutes} ELSE 0 END`
  return `to_minutes(CAST(${signed} AS BIGINT))`
}

/** Dates with a two-digit year. The century is ambiguous, so no way to read them is offered. */
export const SHORT_YEAR =
  '(?:[0-9]{1,2}[./-](?:[0-9]{1,2}|[A-Za-z]{3,9})[./-]|[0-9]{1,2} ?[A-Za-z]{3,9} ?)[0-9]{2}(?: [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?'
const SHORT_FORMATS = ['/', '-', '.', ' ', ''].flatMap((mark) =>
  ['%d#%m#%y', '%m#%d#%y', '%d#%b#%y', '%d#%B#%y'].map((format) => format.replaceAll('#', mark)),
)
const isShortYear = (cell: string) => {
  const day = `regexp_replace(${cell}, ' [0-9:]+$', '')`
  return `CASE WHEN ${matches(cell, SHORT_YEAR)} THEN ${parsed(day, SHORT_FORMATS)} IS NOT NULL ELSE false END`
}

type DateWay = 'dates' | 'dates-day-first' | 'dates-month-first'
const DATE_WAYS: DateWay[] = ['dates', 'dates-day-first', 'dates-month-first']

/**
 * SQL expression for the time in a cell, or null if the cell contains no time. Times with different time zones are
 * converted to UTC.
 */
function dateIn(way: DateWay, cell: string, isInUtc: boolean): string {
  const local = `try_cast(replace(${zoneless(cell)}, '/', '-') AS TIMESTAMP)`
  const forms: [string, string][] = [
    [ZONED, isInUtc ? `${local} - ${offset(cell)}` : local],
    [COMPACT, parsed(cell, ['%Y%m%d', '%Y%m%d%H%M%S'])],
    [WITH_MONTH, parsed(cell, MONTH_FORMATS)],
    [`${DAY}(?:${TIME})?`, `try_cast(replace(${cell}, '/', '-') AS TIMESTAMP)`],
  ]
  const order = way.replace('dates-', '')
  const shapes = RARE_SHAPES.filter(({ name }) => name === 'other-day' || name.startsWith(order))
  const whens = [
    ...forms.map(([pattern, value]) => `WHEN ${matches(cell, pattern)} THEN ${value}`),
    ...shapes.map((shape) => `WHEN ${shape.fits(cell)} THEN CAST(${shape.value(cell)} AS TIMESTAMP)`),
  ]
  return `CASE ${whens.join(' ')} END`
}

/** For each date format, the number of values in a column that are dates. */
export interface DateReading {
  total: number
  counts: Record<DateWay, number>
  /** Number of dates with a two-digit year. */
  shortYears: number
  isInUtc: boolean
  /** Whether no value has a time of day. */
  isDay: boolean
  first: { row: number; value: string } | null
}

/** Determines how text columns can be read as dates. */
export async function readDates(duck: Duck, cells: string): Promise<Map<string, DateReading>> {
  const counts = DATE_WAYS.map((way, at) => `count(${dateIn(way, 'cell', false)}) AS w${at}`)
  const anyDate = `coalesce(${DATE_WAYS.map((way) => dateIn(way, 'cell', false)).join(', ')})`
  const found = await duck.rows(
    `SELECT name, count(*) AS total, ${counts.join(', ')}, bool_and(moment = date_trunc('day', moment)) AS is_day,
       count(*) FILTER (is_short_year) AS short_years,
       count(DISTINCT CASE WHEN ${matches('cell', ZONED)} THEN ${offset('cell')} END) AS zones,
       min("row ") FILTER (is_date) AS row, min_by(cell, "row ") FILTER (is_date) AS value
     FROM (SELECT *, moment IS NOT NULL OR is_short_year AS is_date
       FROM (SELECT *, ${anyDate} AS moment, ${isShortYear('cell')} AS is_short_year FROM ${cells})) GROUP BY name`,
  )
  return new Map(
    found.map((row) => [
      String(row.name),
      {
        total: Number(row.total),
        counts: Object.fromEntries(DATE_WAYS.map((way, at) => [way, Number(row[`w${at}`])])) as Record<DateWay, number>,
        shortYears: Number(row.short_years),
        isInUtc: Number(row.zones) > 1,
        isDay: row.is_day === true,
        first: row.row === null ? null : { row: Number(row.row), value: String(row.value) },
      },
    ]),
  )
}

/**
 * For the columns that a member decided about, returns how each is read. Columns that are left out are not in the
 * result.
 */
export async function chosenShapes(
  duck: Duck,
  chosen: NonNullable<ReadOptions['columns']>,
  cellsOf: (names: string[]) => string,
): Promise<Map<string, Shape>> {
  const namesOf = (...ways: ColumnReading[]) => chosen.filter(({ as }) => ways.includes(as)).map(({ column }) => column)
  const numbers = await inParts(namesOf('numbers', 'numbers-only'), (names) => readNumbers(duck, names, cellsOf))
  const dates = await inParts(namesOf(...DATE_WAYS), (names) => readDates(duck, cellsOf(names)))
  const shapes = new Map<string, Shape>()
  for (const { column, as } of chosen) {
    const shape = shapeOf(as, numbers.get(column), dates.get(column))
    if (shape) shapes.set(column, { ...shape, name: `chosen ${as}`, fits: () => 'true', isChosen: true })
  }
  return shapes
}

async function inParts<T>(names: string[], ask: (names: string[]) => Promise<Map<string, T>>): Promise<Map<string, T>> {
  const found: [string, T][] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    found.push(...(await ask(names.slice(start, start + COLUMNS_AT_ONCE))))
  }
  return new Map(found)
}

function shapeOf(
  as: ColumnReading,
  number: NumberReading | undefined,
  date: DateReading | undefined,
): Pick<Shape, 'type' | 'sql' | 'value'> | undefined {
  if (as === 'left-out') return undefined
  if (as === 'missing') {
    return { ...TEXT, value: (cell) => `CASE WHEN ${isMissingWord(`trim(${cell})`)} THEN NULL ELSE ${cell} END` }
  }
  if (as === 'numbers' || as === 'numbers-only') {
    if (!number) return undefined
    const { style } = number
    const plain = (cell: string) =>
      `CASE WHEN ${matches(narrow(cell), style.number)} THEN ${style.value(narrow(cell))} END`
    return { type: 'number', sql: 'DOUBLE', value: as === 'numbers' ? (cell) => numberIn(number, cell) : plain }
  }
  if (!date) return undefined
  const sql = date.isDay ? 'DATE' : 'TIMESTAMP'
  return { type: 'date', sql, value: (cell) => `CAST(${dateIn(as, cell, date.isInUtc)} AS ${sql})` }
}
