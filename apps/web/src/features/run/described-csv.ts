import { type Cell, CsvLines, type DescribedColumn, type DescribedTable, type ShownCount } from '@tessera/contract'
import { differenceOfMeans, differenceOfShares } from '../../lib/differences.ts'
import type { Translate } from '../../lib/i18n.ts'
import { namedTables, shareOf } from './own-tables.ts'
import type { runPhrases } from './phrases.ts'

type Say = Translate<keyof typeof runPhrases.en>

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const UTF8 = '\ufeff'

/**
 * Returns a descriptive table as CSV, with one line for each numeric column and each category. Hidden counts are
 * written as "<5". If parties have separate tables, each line also names its party and contains the difference from all
 * parties.
 */
export function csvOf(table: DescribedTable, t: Say, nameOf: (partyId: string) => string): string {
  const percents = [...new Set(table.columns.flatMap((column) => quantilesOf(column).map(({ percent }) => percent)))]
  const names = ['column', 'category', 'count', 'missing', 'mean', 'deviation'] as const
  const quantiles = percents.flatMap((percent) => {
    const name = t('described.quantile', { percent })
    return [name, `${name} ±`]
  })
  const head = [...names.map((name) => t(`described.${name}`)), ...quantiles]
  const parties = namedTables(table, nameOf)
  const csv = new CsvLines()
  const say = (lines: Cell[][]) => UTF8 + lines.map((line) => csv.line(line)).join('')
  const body = (columns: DescribedColumn[]) => columns.flatMap((column) => linesOf(column, percents, t))
  if (parties.length === 0) return say([head, ...body(table.columns)])

  const filled = (line: Cell[]) => [...line, ...Array<Cell>(head.length - line.length).fill('')]
  return say([
    [t('described.party'), ...head, t('described.difference')],
    ...body(table.columns).map((line) => [t('described.all'), ...filled(line), '']),
    ...parties.flatMap(({ name, rows, columns }) => {
      const differences = columns.flatMap((column, place) => differencesOf(column, rows, table, place))
      return body(columns).map((line, place) => [name, ...filled(line), differences[place] ?? ''])
    }),
  ])
}

const quantilesOf = (column: DescribedColumn) => (column.kind === 'number' ? (column.quantiles ?? []) : [])

function linesOf(column: DescribedColumn, percents: number[], t: Say): Cell[][] {
  const { name } = column
  if (column.kind === 'number') {
    const { count, missing, mean, deviation } = column
    const known = quantilesOf(column)
    const quantiles = percents.flatMap((percent) => {
      const one = known.find((quantile) => quantile.percent === percent)
      return [one?.value ?? '', one?.error ?? '']
    })
    return [[name, '', count ?? '', missing ?? '', mean ?? '', deviation ?? '', ...(known.length > 0 ? quantiles : [])]]
  }
  return [
    ...column.categories.map((category) => [name, category.name, category.count ?? '']),
    [name, t('described.other'), column.other ?? ''],
    [name, t('described.missing'), column.missing ?? ''],
  ]
}

/** Returns the difference from all parties for each line of the column. */
function differencesOf(
  column: DescribedColumn,
  rows: number,
  { rows: allRows, columns }: DescribedTable,
  place: number,
): (number | null)[] {
  const all = columns[place]
  if (column.kind === 'number') return [all?.kind === 'number' ? differenceOfMeans(column.mean, all) : null]
  const known = all?.kind === 'category' ? countsOf(all) : []
  return countsOf(column).map((count, line) =>
    differenceOfShares(shareOf(count, rows), shareOf(known[line] ?? null, allRows)),
  )
}

const countsOf = ({ categories, other, missing }: Extract<DescribedColumn, { kind: 'category' }>): ShownCount[] => [
  ...categories.map(({ count }) => count),
  other,
  missing,
]
