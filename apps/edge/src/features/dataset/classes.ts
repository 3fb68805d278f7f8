import { type ColumnType, type ContentType, fail, TAGS_COLUMN, TOKENS_COLUMN } from '@tessera/contract'
import { type Duck, ident, parquet, textValue } from '../../lib/duck.ts'
import { labelsIn } from './kinds/label-lists.ts'
import type { Rows } from './readable.ts'

export const MAX_CLASSES_READ = 1_000

/** The classes of a column with their rows, the most frequent first. A row may be of several: one for each thing in a picture. */
export async function readClasses(duck: Duck, rows: Rows, column: string) {
  if (!rows.columns.includes(column)) fail('dataset.column-unknown', { column })
  const found = await duck.rows(
    `SELECT name, count(*) AS count FROM (SELECT ${classNames(rows, column)} AS name FROM ${parquet(rows.file)})
     WHERE name IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_CLASSES_READ}`,
  )
  return found.map(({ name, count }) => ({ name: String(name), count: Number(count) }))
}

/** Of each class the median of its boxes' shorter sides, as shares of the picture's; empty where the label is no boxes. */
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

/** A label column, and how its rows tell their classes. */
export interface Label {
  cell: string
  holds: 'boxes' | 'tags' | ColumnType
}

export function labelOf(
  { contentType, columnTypes }: { contentType: ContentType; columnTypes: Record<string, ColumnType> },
  column: string,
): Label {
  const type = columnTypes[column] ?? 'text'
  const isBoxes = contentType === 'yolo' && column === 'boxes'
  const isTags = contentType === 'nlp' && column === TAGS_COLUMN && columnTypes[TOKENS_COLUMN] !== undefined
  return { cell: ident(column), holds: isBoxes ? 'boxes' : isTags ? 'tags' : type }
}

/** A row's class in SQL, or each of its classes once, named as the engine names them. */
function classesOf({ cell, holds }: Label): string {
  if (holds === 'boxes') return `unnest(list_distinct(list_transform(${boxesIn(cell)}, lambda box: ${CLASS_OF_BOX})))`
  if (holds === 'tags') {
    const kinds = `list_transform(${tagsIn(cell)}, lambda tag: ${KIND_OF_TAG})`
    return `unnest(list_filter(list_distinct(${kinds}), lambda kind: kind <> 'O'))`
  }
  if (holds === 'labels') return `unnest(${labelsIn(cell)})`
  return holds === 'text' ? classText(cell) : textOf(cell, holds)
}

/** The class that a text stands for; null where it is blank. */
export const classText = (cell: string) => `nullif(trim(${cell}, ${BLANKS}), '')`

/** Rows of some classes, and what is left of the label in them: a picture keeps only boxes, a text only tags, and either only labels, of these. */
export function narrowTo({ cell, holds }: Label, classes: string[]): { left: string; isLeft: string } {
  const names = classes.map(textValue).join(', ')
  if (holds === 'boxes') {
    const left = `to_json(list_filter(${boxesIn(cell)}, lambda box: ${CLASS_OF_BOX} IN (${names})))`
    return { left: `CAST(${left} AS VARCHAR)`, isLeft: `${cell} <> '[]'` }
  }
  if (holds === 'tags') {
    const tag = `CASE WHEN ${KIND_OF_TAG} IN (${names}) THEN tag ELSE 'O' END`
    const left = `to_json(list_transform(${tagsIn(cell)}, lambda tag: ${tag}))`
    return { left: `CAST(${left} AS VARCHAR)`, isLeft: `list_unique(list_append(${tagsIn(cell)}, 'O')) > 1` }
  }
  if (holds === 'labels') {
    const left = `list_filter(${labelsIn(cell)}, lambda label: label IN (${names}))`
    // To which no label applies stays what it is, and what has others only goes.
    const isOther = `${cell} <> '[]' AND len(${left}) = 0`
    return {
      left: `CASE WHEN NOT (${isOther}) THEN CAST(to_json(${left}) AS VARCHAR) END`,
      isLeft: `${cell} IS NOT NULL`,
    }
  }
  return { left: cell, isLeft: `${classesOf({ cell, holds })} IN (${names})` }
}

/** A row's class in SQL, in a column of rows of any kind; null where it has none. */
export const classNames = (rows: Pick<Rows, 'contentType' | 'columnTypes'>, column: string) =>
  classesOf(labelOf(rows, column))

/** Rows whose class is none of these, in SQL. A row without a class is not: whoever trains says what to do about it. */
export const isOfOtherClass = (rows: Pick<Rows, 'contentType' | 'columnTypes'>, column: string, classes: string[]) =>
  `coalesce(${classNames(rows, column)} NOT IN (${classes.map(textValue).join(', ')}), false)`

/** A value as text: a whole number has no point, even where the column has decimals. */
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
