import { type ColumnType, type ContentType, fail, type Marks, marksOf } from '@tessera/contract'
import { labelsIn } from '../../kinds/label-lists.ts'
import { type Duck, ident, parquet, textValue } from '../../lib/duck.ts'
import type { Rows } from './readable.ts'

export const MAX_CLASSES_READ = 1_000

/**
 * Returns the classes of a column with their row counts, most frequent first. A row can count for several classes, such
 * as a picture with several objects.
 */
export async function readClasses(duck: Duck, rows: Rows, column: string) {
  if (!rows.columns.includes(column)) fail('dataset.column-unknown', { column })
  const found = await duck.rows(
    `SELECT name, count(*) AS count FROM (SELECT ${classNames(rows, column)} AS name FROM ${parquet(rows.file)})
     WHERE name IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_CLASSES_READ}`,
  )
  return found.map(({ name, count }) => ({ name: String(name), count: Number(count) }))
}

/**
 * For each class, returns the median of its boxes' shorter sides, as a share of the picture's shorter side. The result
 * is empty if the label does not contain boxes.
 */
export async function boxSidesOf(duck: Duck, rows: Rows, column: string): Promise<Map<string, number>> {
  const { cell, holds } = labelOf(rows, column)
  if (holds !== 'boxes') return new Map()
  const side = (name: string) => `CAST(json_extract(box, '$.${name}') AS DOUBLE)`
  const found = await duck.rows(
    `SELECT ${CLASS_OF_BOX} AS name, median(least(${side('w')}, ${side('h')})) AS side
     FROM (SELECT unnest(${boxesIn(cell)}) AS box FROM ${parquet(rows.file)}) GROUP BY 1`,
  )
  return new Map(found.map(({ name, side: share }) => [String(name), Number(share)]))
}

/** A label column, and the form in which its cells contain classes. */
export interface Label {
  cell: string
  holds: Marks['labelKind'] | ColumnType
}

export function labelOf(
  { contentType, columnTypes }: { contentType: ContentType; columnTypes: Record<string, ColumnType> },
  column: string,
): Label {
  const type = columnTypes[column] ?? 'text'
  return { cell: ident(column), holds: marksOf({ contentType, columnTypes }, column)?.labelKind ?? type }
}

/** Returns the SQL expression for the classes of a row, each class once. The names are the same as in the engine. */
function classesOf({ cell, holds }: Label): string {
  if (holds === 'boxes') return `unnest(list_distinct(list_transform(${boxesIn(cell)}, lambda box: ${CLASS_OF_BOX})))`
  if (holds === 'entities') {
    const kinds = `list_transform(${tagsIn(cell)}, lambda tag: ${KIND_OF_TAG})`
    return `unnest(list_filter(list_distinct(${kinds}), lambda kind: kind <> 'O'))`
  }
  if (holds === 'labels') return `unnest(${labelsIn(cell)})`
  return holds === 'text' ? classText(cell) : textOf(cell, holds)
}

/** SQL expression for the class in a text, or null if the text is blank. */
export const classText = (cell: string) => `nullif(trim(${cell}, ${BLANKS}), '')`

/**
 * Returns two SQL expressions: the label reduced to boxes, tags or labels of these classes, and the condition for rows
 * that keep such a label.
 */
export function narrowTo({ cell, holds }: Label, classes: string[]): { left: string; isLeft: string } {
  const names = classes.map(textValue).join(', ')
  if (holds === 'boxes') {
    const left = `to_json(list_filter(${boxesIn(cell)}, lambda box: ${CLASS_OF_BOX} IN (${names})))`
    return { left: `CAST(${left} AS VARCHAR)`, isLeft: `${cell} <> '[]'` }
  }
  if (holds === 'entities') {
    const tag = `CASE WHEN ${KIND_OF_TAG} IN (${names}) THEN tag ELSE 'O' END`
    const left = `to_json(list_transform(${tagsIn(cell)}, lambda tag: ${tag}))`
    return { left: `CAST(${left} AS VARCHAR)`, isLeft: `list_unique(list_append(${tagsIn(cell)}, 'O')) > 1` }
  }
  if (holds === 'labels') {
    const left = `list_filter(${labelsIn(cell)}, lambda label: label IN (${names}))`
    // A row with an empty list of labels is kept. A row that has only labels of other classes is removed.
    const isOther = `${cell} <> '[]' AND len(${left}) = 0`
    return {
      left: `CASE WHEN NOT (${isOther}) THEN CAST(to_json(${left}) AS VARCHAR) END`,
      isLeft: `${cell} IS NOT NULL`,
    }
  }
  return { left: cell, isLeft: `${classesOf({ cell, holds })} IN (${names})` }
}

/** SQL expression for the class of a row in a column of any kind of data, or null if the row has no class. */
export const classNames = (rows: Pick<Rows, 'contentType' | 'columnTypes'>, column: string) =>
  classesOf(labelOf(rows, column))

/**
 * SQL condition for rows whose class is not in the list. Rows without a class do not match, because training decides
 * how to treat them.
 */
export const isOfOtherClass = (rows: Pick<Rows, 'contentType' | 'columnTypes'>, column: string, classes: string[]) =>
  `coalesce(${classNames(rows, column)} NOT IN (${classes.map(textValue).join(', ')}), false)`

/** SQL expression for a value as text. Whole numbers have no decimal point, even in a column of decimal numbers. */
export function textOf(cell: string, type: ColumnType): string {
  const text = `CAST(${cell} AS VARCHAR)`
  if (type !== 'number') return text
  return `CASE WHEN ${cell} = floor(${cell}) AND abs(${cell}) < 1e18 THEN CAST(CAST(${cell} AS BIGINT) AS VARCHAR) ELSE ${text} END`
}

const BLANKS = String.raw`E' \t\r\n'`
const CLASS_OF_BOX = `json_extract_string(box, '$.class')`
const KIND_OF_TAG = `regexp_replace(tag, '^[BIESMLU]-', '')`
const boxesIn = (cell: string) => `from_json(${cell}, '["JSON"]')`
const tagsIn = (cell: string) => `from_json(${cell}, '["VARCHAR"]')`
