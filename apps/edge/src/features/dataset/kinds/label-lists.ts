import type { ColumnType } from '@tessera/contract'
import { type Duck, ident, literal } from '../../../lib/duck.ts'

/** Headers of a column in which every row has any number of labels, and of one that may be so. */
const SURE = /^(multi[-_ ]?labels?|多标签)$/i
const PERHAPS = /^(labels|标签列表)$/i
/** Between the labels of a cell; bars where there is one, as other names hold semicolons. */
const BAR = '[|]'
const SEMICOLON = '[;；]'

/** A label column as it was staged: JSON lists, or cells as they stood. */
export interface StagedLabels {
  name: string
  isLists: boolean
}

/** What a label column turned out to be, and its cells in SQL. */
export interface ReadLabels {
  sql: string
  type: Extract<ColumnType, 'text' | 'labels'>
}

/** Whether a header alone announces several labels in a row. */
export const announcesSeveral = (name: string) => SURE.test(name)

/** A list of names as it is kept: each once, in order. */
export const labelList = (names: readonly string[]): string => JSON.stringify([...new Set(names)].sort())

/** The labels of a kept cell in SQL, a list. */
export const labelsIn = (cell: string) => `from_json(${cell}, '["VARCHAR"]')`

/**
 * Which label columns have several labels in a row, now that all rows are there: one of lists if not each is of one, and
 * one whose header says so. In all others a row has one class, and a list of one is that one.
 */
export async function readLabels(
  duck: Duck,
  table: string,
  columns: readonly StagedLabels[],
): Promise<Map<string, ReadLabels>> {
  const found = new Map<string, ReadLabels>()
  for (const column of columns) found.set(column.name, await readColumn(duck, table, column))
  return found
}

async function readColumn(duck: Duck, table: string, { name, isLists }: StagedLabels): Promise<ReadLabels> {
  const cell = ident(name)
  const isSure = SURE.test(name)
  if (isLists) {
    const { others } = await duck.row(
      `SELECT count(*) FILTER (json_array_length(${cell}) <> 1) AS others FROM ${table}`,
    )
    if (isSure || Number(others) > 0) return { sql: cell, type: 'labels' }
    return { sql: `${labelsIn(cell)}[1]`, type: 'text' }
  }
  if (!isSure && !PERHAPS.test(name)) return { sql: cell, type: 'text' }
  const holds = (separator: string) => `count(*) FILTER (regexp_matches(${cell}, ${literal(separator)}))`
  const { bars, semicolons } = await duck.row(
    `SELECT ${holds(BAR)} AS bars, ${holds(SEMICOLON)} AS semicolons FROM ${table}`,
  )
  if (!isSure && Number(bars) + Number(semicolons) === 0) return { sql: cell, type: 'text' }
  const parts = `string_split_regex(${cell}, ${literal(Number(bars) > 0 ? BAR : SEMICOLON)})`
  const names = `list_filter(list_transform(${parts}, lambda part: trim(part)), lambda part: part <> '')`
  return { sql: `CAST(to_json(list_sort(list_distinct(${names}))) AS VARCHAR)`, type: 'labels' }
}
