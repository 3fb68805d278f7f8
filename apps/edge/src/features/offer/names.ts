import {
  type ClassCount,
  type ColumnNames,
  dataKindOf,
  fail,
  type LabelNames,
  MAX_CATEGORIES,
  MAX_CLASSES,
  MAX_CLASSES_GUESSED,
  MAX_COUNT,
  MAX_NAME,
  type Marks,
  MIN_ROWS_NAMED,
  type NamesWanted,
  type PartyNames,
  roundedBoxSide,
  roundedRows,
} from '@tessera/contract'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { boxSidesOf, classNames, classText, labelOf, type Rows } from '../rows/index.ts'

/**
 * Returns the names that a plan may use for these rows: the type of each column, and the categories and classes that
 * enough rows have. For a class, this includes the number of rows and the size of its boxes, rounded down. The result
 * does not reveal that rare classes exist.
 */
export async function proposeNames(duck: Duck, rows: Rows, wanted: NamesWanted): Promise<PartyNames> {
  const { wholeColumn } = dataKindOf(rows.contentType)
  const columns: ColumnNames[] = wholeColumn ? [wholeColumn] : []
  for (const name of wanted.columns) columns.push(await columnNames(duck, rows, name))
  if (wanted.time !== undefined) await checkTime(duck, rows, wanted.time)
  return { columns, label: wanted.label === null ? null : await labelNames(duck, rows, wanted.label, wanted.targets) }
}

async function columnNames(duck: Duck, rows: Rows, name: string): Promise<ColumnNames> {
  const type = typeOf(rows, name)
  if (type === undefined) return { name, kind: 'empty' }
  const { textColumn, marks } = dataKindOf(rows.contentType)
  if (textColumn !== null) return { name, kind: name === marks?.within && isMarked(rows, marks) ? 'tokens' : 'texts' }
  if (isNumeric(type)) return { name, kind: 'number' }
  const { values, cells, strays } = await countTexts(duck, rows, name)
  if (values === 0) return { name, kind: 'empty' }
  if (values > MAX_CATEGORIES) {
    // The column contains mostly numbers; a few texts such as "n/a" made it a text column.
    if (strays * 2 < cells) fail('data.not-numeric', { column: name, rows: strays })
    fail('data.too-many-categories', { column: name, categories: values, most: MAX_CATEGORIES })
  }
  return { name, kind: 'categories', categories: namesOf(await frequentTexts(duck, rows, name)) }
}

async function labelNames(
  duck: Duck,
  rows: Rows,
  column: string,
  targets: NamesWanted['targets'],
): Promise<LabelNames | null> {
  const type = typeOf(rows, column)
  await requireAnyValue(duck, rows, column)
  if (type === undefined) return null
  const kind = isNumeric(type) ? 'number' : type === 'labels' ? 'labels' : 'text'
  // In columns of tags and boxes, the names are the classes, counted once per text or picture. In other columns, the
  // names are the values.
  const { holds } = labelOf(rows, column)
  requireKind(column, holds, targets)
  const mayBeNumber = targets.includes('number') || targets.includes('count')
  const mayBeClasses = targets.some((target) => target !== 'number' && target !== 'count')
  const { values, strays } = await countTexts(duck, rows, column)
  if (targets.includes('count')) await requireCounts(duck, rows, column)
  if (kind !== 'number' && !mayBeClasses) fail('data.not-numeric', { column, rows: strays })

  const integral = kind === 'number' && (await isWhole(duck, rows, column))
  const isAmount = kind === 'number' && (!mayBeClasses || !integral) // numeric values would reveal single rows
  const most = kind !== 'number' || !mayBeNumber ? MAX_CLASSES : MAX_CLASSES_GUESSED
  if (!isAmount && values <= most) {
    const counts = await withBoxSides(await frequentTexts(duck, rows, column), duck, rows, column)
    return { column, kind, integral, classes: namesOf(counts), counts }
  }
  if (kind !== 'number' || !mayBeNumber) fail('data.label-too-many-classes', { column, most })
  return { column, kind, integral, classes: null }
}

/**
 * Refuses a column in which no row has a value. The engine would refuse it, too, but only after the run has started and
 * used the tickets.
 */
async function requireAnyValue(duck: Duck, rows: Rows, column: string): Promise<void> {
  if (dataKindOf(rows.contentType).mayLackLabels) return
  const { cell, holds } = labelOf(rows, column)
  const value = holds === 'text' ? classText(cell) : cell
  const counted = await duck.row(`SELECT count(*) AS total, count(${value}) AS filled FROM ${parquet(rows.file)}`)
  if (Number(counted.total) > 0 && Number(counted.filled) === 0) {
    fail('data.label-missing-values', { column, rows: Number(counted.total) })
  }
}

const SPECIAL = ['entities', 'boxes', 'labels'] as const
const PLAIN: NamesWanted['targets'] = ['classes', 'number', 'count', 'event']

/**
 * Refuses a label that the algorithm cannot predict. Entities, boxes, several labels per row, and one value per row
 * each need their own algorithms.
 */
function requireKind(column: string, holds: string, targets: NamesWanted['targets']) {
  const special = SPECIAL.find((kind) => kind === holds)
  if (special ? targets.includes(special) : targets.some((target) => PLAIN.includes(target))) return
  const heldKind = special ?? (isNumeric(holds) ? 'number' : 'classes')
  fail('data.label-kind', { column, heldKind, neededKind: targets.join(',') })
}

/** Refuses a time column with texts or negative numbers. */
async function checkTime(duck: Duck, rows: Rows, column: string): Promise<void> {
  const type = typeOf(rows, column)
  await requireAnyValue(duck, rows, column)
  if (type === undefined) return
  if (!isNumeric(type)) fail('data.not-numeric', { column, rows: (await countTexts(duck, rows, column)).strays })
  const { negative } = await duck.row(
    `SELECT count(*) AS negative FROM ${parquet(rows.file)} WHERE ${ident(column)} < 0`,
  )
  if (Number(negative) > 0) fail('data.time-negative', { column, rows: Number(negative) })
}

/** Returns the type of a column, or undefined if no row has a value. */
function typeOf({ columns, columnTypes }: Rows, column: string) {
  if (!columns.includes(column)) fail('grant.column-missing', { column })
  return columnTypes[column]
}
/** Returns whether the rows have this label, such as tags beside tokens. */
const isMarked = (rows: Rows, { column, labelKind }: Marks) => labelOf(rows, column).holds === labelKind
const isNumeric = (type: string) => type === 'number' || type === 'integer'

const textsOf = (rows: Rows, column: string) =>
  `(SELECT name, count(*) AS cells FROM (SELECT ${classNames(rows, column)} AS name FROM ${parquet(rows.file)})
    WHERE name IS NOT NULL GROUP BY 1)`

/** Counts the distinct values, the cells with a value, and the cells that contain no number. */
async function countTexts(duck: Duck, rows: Rows, column: string) {
  const counted = await duck.row(
    `SELECT count(*) AS found, coalesce(sum(cells), 0)::BIGINT AS cells,
       coalesce(sum(cells) FILTER (TRY_CAST(name AS DOUBLE) IS NULL), 0)::BIGINT AS strays FROM ${textsOf(rows, column)}`,
  )
  return { values: Number(counted.found), cells: Number(counted.cells), strays: Number(counted.strays) }
}

async function frequentTexts(duck: Duck, rows: Rows, column: string): Promise<ClassCount[]> {
  const found = await duck.rows(
    `SELECT name, cells FROM ${textsOf(rows, column)}
     WHERE cells >= ${MIN_ROWS_NAMED} AND length(name) <= ${MAX_NAME} ORDER BY name`,
  )
  return found.map(({ name, cells }) => ({ name: String(name), rows: roundedRows(Number(cells)) }))
}
/**
 * Adds the size of the boxes of each class, rounded as coarsely as the number of rows. The size shows at which
 * resolution pictures must be processed.
 */
async function withBoxSides(counts: ClassCount[], duck: Duck, rows: Rows, column: string): Promise<ClassCount[]> {
  const sides = await boxSidesOf(duck, rows, column)
  return counts.map((count) => {
    const share = sides.get(count.name)
    return share === undefined ? count : { ...count, boxSide: roundedBoxSide(share) }
  })
}

const namesOf = (counts: ClassCount[]) => counts.map(({ name }) => name)

async function requireCounts(duck: Duck, rows: Rows, column: string) {
  const cell = `TRY_CAST(${ident(column)} AS DOUBLE)`
  const { strays } = await duck.row(
    `SELECT count(*) AS strays FROM ${parquet(rows.file)} WHERE ${ident(column)} IS NOT NULL
       AND NOT coalesce(${cell} BETWEEN 0 AND ${MAX_COUNT} AND ${cell} = floor(${cell}), false)`,
  )
  if (Number(strays) > 0) fail('data.label-not-counts', { column, most: MAX_COUNT })
}

async function isWhole(duck: Duck, rows: Rows, column: string): Promise<boolean> {
  const cell = ident(column)
  const { parts } = await duck.row(
    `SELECT count(*) AS parts FROM ${parquet(rows.file)} WHERE ${cell} IS NOT NULL AND ${cell} <> floor(${cell})`,
  )
  return Number(parts) === 0
}
