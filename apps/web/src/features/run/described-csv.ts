import { type Cell, CsvLines, type DescribedColumn, type DescribedTable } from '@tessera/contract'
import type { Translate } from '../../lib/i18n.ts'
import type { runPhrases } from './phrases.ts'

type Say = Translate<keyof typeof runPhrases.en>

/** By this spreadsheets know that it is UTF-8. */
const UTF8 = '\ufeff'

/** One line for each column of numbers and for each category; hidden counts stand as they are told, "<5". */
export function csvOf(table: DescribedTable, t: Say): string {
  const percents = [...new Set(table.columns.flatMap((column) => quantilesOf(column).map(({ percent }) => percent)))]
  const names = ['column', 'category', 'count', 'missing', 'mean', 'deviation'] as const
  const quantiles = percents.flatMap((percent) => {
    const name = t('described.quantile', { percent })
    return [name, `${name} ±`]
  })
  const lines = [[...names.map((name) => t(`described.${name}`)), ...quantiles]]
  const csv = new CsvLines()
  const body = table.columns.flatMap((column) => linesOf(column, t))
  return UTF8 + [...lines, ...body].map((line) => csv.line(line)).join('')
}

const quantilesOf = (column: DescribedColumn) => (column.kind === 'number' ? (column.quantiles ?? []) : [])

function linesOf(column: DescribedColumn, t: Say): Cell[][] {
  const { name } = column
  if (column.kind === 'number') {
    const { count, missing, mean, deviation } = column
    const quantiles = quantilesOf(column).flatMap(({ value, error }) => [value, error])
    return [[name, '', count ?? '', missing ?? '', mean ?? '', deviation ?? '', ...quantiles]]
  }
  return [
    ...column.categories.map((category) => [name, category.name, category.count ?? '']),
    [name, t('described.other'), column.other ?? ''],
    [name, t('described.missing'), column.missing ?? ''],
  ]
}
