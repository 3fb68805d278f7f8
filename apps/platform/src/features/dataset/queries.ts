import type { ColumnType, ContentType, DatasetSort } from '@tessera/contract'
import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, not, or, type SQL, sql, sum } from 'drizzle-orm'
import { idsOnPage, nearerEnd } from '../../db/nearer-end.ts'
import type { Db } from '../../db/pool.ts'
import { isNamed } from '../../lib/search-name.ts'
import { hasColumn, POOL_ORDER } from './order-pool.ts'
import { type Asker, seenBy } from './policy.ts'
import { type DatasetRow, dataset } from './table.ts'

/** Returns a dataset, even a deleted one, because past tasks still refer to it. */
export async function findDataset(db: Db, datasetId: string): Promise<DatasetRow | undefined> {
  const [row] = await db.select().from(dataset).where(eq(dataset.id, datasetId))
  return row
}

/** Returns the datasets with these ids, including deleted ones. */
export async function listDatasetsByIds(db: Db, datasetIds: string[]): Promise<DatasetRow[]> {
  return datasetIds.length === 0 ? [] : db.select().from(dataset).where(inArray(dataset.id, datasetIds))
}

/**
 * Returns whether the party's edge lists rows of this department. The edge still lists a deleted dataset until it
 * reports that the rows are removed.
 */
export async function holdsDatasets(db: Db, partyId: string, orgCode: string): Promise<boolean> {
  const isHeld = or(eq(dataset.deleted, false), eq(dataset.isGoneAtEdge, false))
  return (await db.$count(dataset, and(eq(dataset.partyId, partyId), eq(dataset.orgCode, orgCode), isHeld))) > 0
}

/** The dataset is neither deleted nor a selection for a task. */
const isListed = and(not(dataset.deleted), isNull(dataset.taskId))
/** Maximum length of lists without pages. */
const MAX_AT_ONCE = 1_000
const newestFirst = [desc(dataset.createTime), desc(dataset.id)]

interface Filter {
  /** Id of the party whose datasets are returned. */
  partyId?: string | undefined
  name?: string | undefined
  contentTypes?: ContentType[] | undefined
  column?: string | undefined
  leastRows?: number | undefined
}

interface Page {
  size: number
  offset: number
  /** Ids of the datasets that are returned first. */
  firstIds?: string[]
  sort?: DatasetSort | undefined
  /**
   * Whether the columns of datasets with many columns are left out, because a page with all columns would take
   * megabytes.
   */
  isBrief?: boolean
}

/**
 * Maximum number of columns that a card in the pool names. A card of a wider dataset shows only the number of columns.
 */
const MAX_COLUMNS_OF_BRIEF = 100

const isNarrow = sql`${dataset.columnCount} <= ${sql.raw(String(MAX_COLUMNS_OF_BRIEF))}`
const briefly = {
  ...getTableColumns(dataset),
  columns: sql<string[]>`case when ${isNarrow} then ${dataset.columns} else '[]' end`.mapWith(dataset.columns),
  columnTypes: sql<Record<string, ColumnType>>`case when ${isNarrow} then ${dataset.columnTypes} else '{}' end`.mapWith(
    dataset.columnTypes,
  ),
}

/** Returns a page of the datasets that the reader may see, of all parties or of one party. */
export async function listSeen(db: Db, asker: Asker, filter: Filter, page: Page) {
  const where = isSeen(asker, filter)
  const total = await db.$count(dataset, where)
  if (page.sort && page.sort !== 'newest')
    return { rows: await listOrdered(db, where, page, POOL_ORDER[page.sort]), total }
  const by = [...(page.firstIds?.length ? [inArray(dataset.id, page.firstIds)] : []), dataset.createTime, dataset.id]
  const onPage = nearerEnd(by, total, page)
  if (onPage.size === 0) return { rows: [], total }
  const shown = idsOnPage(db, dataset, where, onPage).as('shown')
  const rows = await db
    .select(page.isBrief ? briefly : getTableColumns(dataset))
    .from(dataset)
    .innerJoin(shown, eq(shown.id, dataset.id))
    .orderBy(...by.map((column) => desc(column)))
  return { rows, total }
}

function listOrdered(db: Db, where: SQL | undefined, { size, offset, isBrief }: Page, first: SQL[]) {
  return db
    .select(isBrief ? briefly : getTableColumns(dataset))
    .from(dataset)
    .where(where)
    .orderBy(...first, ...newestFirst)
    .limit(size)
    .offset(offset)
}

/** Returns the newest datasets that the reader may see, up to the limit of lists without pages. */
export function listNewestSeen(db: Db, asker: Asker, filter: Filter): Promise<DatasetRow[]> {
  return db
    .select()
    .from(dataset)
    .where(isSeen(asker, filter))
    .orderBy(...newestFirst)
    .limit(MAX_AT_ONCE)
}

/**
 * Returns the number of rows that the reader sees in the pool, for each of these parties. Parties without visible rows
 * are absent.
 */
export async function countRowsSeen(db: Db, asker: Asker, partyIds: string[]): Promise<Map<string, number>> {
  if (partyIds.length === 0) return new Map()
  const rows = await db
    .select({ partyId: dataset.partyId, rows: sum(dataset.rowCount).mapWith(Number) })
    .from(dataset)
    .where(and(isSeen(asker, {}), inArray(dataset.partyId, partyIds)))
    .groupBy(dataset.partyId)
  return new Map(rows.map(({ partyId, rows }) => [partyId, rows]))
}

function isSeen(asker: Asker, { partyId, name, contentTypes, column, leastRows }: Filter): SQL | undefined {
  return and(
    isListed,
    partyId === undefined ? undefined : eq(dataset.partyId, partyId),
    contentTypes && inArray(dataset.contentType, contentTypes),
    leastRows === undefined ? undefined : gte(dataset.rowCount, leastRows),
    seenBy(asker),
    isNamed(dataset.searchName, name),
    hasColumn(column),
  )
}

/** Returns a user's datasets with exactly this name. */
export function listByName(db: Db, partyId: string, userId: string, name: string): Promise<DatasetRow[]> {
  const theirs = and(eq(dataset.partyId, partyId), eq(dataset.createdByUserId, userId))
  return db
    .select()
    .from(dataset)
    .where(and(isListed, theirs, eq(dataset.name, name.trim())))
}

/** Returns a dataset and the rows selected from it for tasks. */
export function listFamily(db: Db, datasetId: string): Promise<DatasetRow[]> {
  const ofFamily = or(eq(dataset.id, datasetId), eq(dataset.parentId, datasetId))
  return db
    .select()
    .from(dataset)
    .where(and(eq(dataset.deleted, false), ofFamily))
    .orderBy(asc(dataset.id))
}

/** Marks datasets as deleted, and returns the ids of those that were not deleted before. */
export async function markDeleted(db: Db, datasetIds: string[]): Promise<string[]> {
  const gone = and(inArray(dataset.id, datasetIds), eq(dataset.deleted, false))
  const rows = await db.update(dataset).set({ deleted: true }).where(gone).returning({ id: dataset.id })
  return rows.map(({ id }) => id)
}

/**
 * Returns datasets that were deleted here and that the edge still lists. When the edge removes a dataset, it also
 * removes the rows selected from it.
 */
export async function listToRemove(db: Db, partyId: string): Promise<string[]> {
  const pending = and(eq(dataset.deleted, true), eq(dataset.isGoneAtEdge, false))
  const rows = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(and(eq(dataset.partyId, partyId), isNull(dataset.taskId), pending))
  return rows.map(({ id }) => id)
}

export const countDatasets = (db: Db): Promise<number> => db.$count(dataset, isListed)
