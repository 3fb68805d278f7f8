import { type DatasetMetadata, fail } from '@tessera/contract'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { searchable } from '../../lib/search-name.ts'
import { findUser } from '../account/index.ts'
import { isMember } from '../party/index.ts'
import { type DatasetRow, dataset } from './table.ts'

/**
 * Stores an edge's report about one of its own party's datasets. A repeated report changes nothing. A deleted dataset
 * stays deleted, because an edge that was offline may still report a dataset that was deleted here meanwhile.
 */
export async function applyDatasetReport(db: Db, partyId: string, report: DatasetMetadata, now: Date) {
  const values = {
    ...readReport(report, now),
    partyId,
    createdBy: await nameOfMember(db, partyId, report.createdByUserId),
  }
  const [row] = await db
    .insert(dataset)
    .values(values)
    .onConflictDoUpdate({
      target: dataset.id,
      set: {
        ...values,
        // The uploader may have left the party since. Their name at the time of the upload remains.
        createdBy: sql`coalesce(nullif(excluded.created_by, ''), ${dataset.createdBy})`,
        deleted: sql`${dataset.deleted} or excluded.deleted`,
        version: sql`${dataset.version} + (${dataset.reportedTime} not in ('', excluded.told_time))::integer`,
        isGoneAtEdge: sql`${dataset.isGoneAtEdge} or excluded.is_gone_at_edge`,
      },
      setWhere: eq(dataset.partyId, partyId),
    })
    .returning()
  if (!row) fail('dataset.not-allowed')
  const { id, name, rowCount, taskId, deleted } = row
  await record(db, 'dataset.reported', { datasetId: id, partyId, name, rowCount, taskId, deleted }, now)
  return row
}

function readReport(report: DatasetMetadata, now: Date): Omit<DatasetRow, 'partyId' | 'createdBy' | 'version'> {
  return {
    id: report.id,
    name: report.name,
    searchName: searchable(report.name),
    description: report.description,
    contentType: report.contentType,
    sharing: report.sharing,
    sizeBytes: Math.round(report.sizeBytes),
    rowCount: report.rowCount,
    tableName: report.tableName,
    columns: report.columns,
    columnCount: report.columns.length,
    columnTypes: report.columnTypes,
    labelColumns: report.labelColumns,
    mapping: report.mapping,
    repeatedId: report.repeatedId,
    createdByUserId: report.createdByUserId,
    orgCode: report.orgCode,
    createTime: readTime(report.createTime, now),
    reportedTime: report.createTime,
    taskId: report.taskId,
    parentId: report.parentId,
    deleted: report.deleted,
    isGoneAtEdge: report.deleted,
  }
}

/**
 * Returns the member's name. The name is empty for a user outside the party, because an edge must not name such a user.
 */
async function nameOfMember(db: Db, partyId: string, userId: string): Promise<string> {
  if (!(await isMember(db, userId, partyId))) return ''
  return (await findUser(db, userId))?.displayName ?? ''
}

/**
 * Returns the time in the text, or the current time if the text is invalid or in the future. A future time would hold a
 * dataset at the top of the pool.
 */
function readTime(text: string, now: Date): Date {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || time > now ? now : time
}
