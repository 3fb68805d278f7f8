import type { ColumnType } from '@tessera/contract'
import { type Duck, ident, literal } from '../lib/duck.ts'

/** Headers of columns that certainly (SURE) or possibly contain several labels per row. */
const SURE = /^(multi[-_ ]?labels?|多标签)$/i
const PERHAPS = /^(labels|标签列表)$/i
/** Separators between the labels of a cell. If a cell contains bars (|), semicolons are part of the labels' names. */
const BAR = '[|]'
const SEMICOLON = '[;；]'

/** A staged label column: its cells as JSON lists, or the original cells. */
export interface StagedLabels {
  name: string
  isLists: boolean
}

/** The detected type of a label column, and the SQL expression for its cells. */
export interface ReadLabels {
  sql: string
  type: Extract<ColumnType, 'text' | 'labels'>
}

/** Returns the stored form of a list of names: sorted, without duplicates. */
export const labelList = (names: readonly string[]): string => JSON.stringify([...new Set(names)].sort())

/** SQL expression for the labels of a stored cell, as a list. */
export const labelsIn = (cell: string) => `from_json(${cell}, '["VARCHAR"]')`

/**
 * After all rows were read, decides which label columns have several labels per row: columns with lists whose length is
 * not 1, and columns whose header says so. In all other columns a row has one class, and a list with one element
 * becomes that class.
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
