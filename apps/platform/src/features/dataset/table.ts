import { CONTENT_TYPES, type ColumnMapping, type ColumnType } from '@tessera/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** Datasets as edges reported them. Only the edges store the rows. */
export const dataset = pgTable(
  'dataset',
  {
    id: text('id').primaryKey(),
    partyId: text('party_id').notNull(),
    name: text('name').notNull(),
    /** The name in the form that searches compare with (`lib/search-name.ts`). */
    searchName: text('search_name').notNull().default(''),
    description: text('description').notNull(),
    contentType: text('content_type', { enum: CONTENT_TYPES }).notNull(),
    sharing: text('sharing', { enum: ['person', 'department', 'party'] }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    rowCount: bigint('row_count', { mode: 'number' }).notNull(),
    tableName: text('table_name').notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    columnCount: integer('column_count').notNull().default(0),
    columnTypes: jsonb('column_types').$type<Record<string, ColumnType>>().notNull(),
    labelColumns: jsonb('label_columns').$type<string[]>().notNull().default([]),
    /** How the columns of selected rows were derived from the party's own. */
    mapping: jsonb('mapping').$type<ColumnMapping[]>().notNull().default([]),
    /** The column whose value identifies a person, if several rows belong to one person. */
    repeatedId: text('repeated_id'),
    createdByUserId: text('created_by_user_id').notNull(),
    /** The uploader's name at the time of the edge's report, because the uploader may leave the party later. */
    createdBy: text('created_by').notNull(),
    orgCode: text('org_code').notNull(),
    createTime: moment('create_time').notNull(),
    /** Version of the data. It starts at 1 and increases each time the edge reports the same dataset with new data. */
    version: integer('version').notNull().default(1),
    /**
     * Creation time as the edge reported it. A different time means new data; the same time means a repeated report.
     */
    reportedTime: text('told_time').notNull().default(''),
    /** Id of the task if the dataset is hidden and contains the rows that were selected for this task. */
    taskId: text('task_id'),
    parentId: text('parent_id'),
    deleted: boolean('deleted').notNull(),
    /**
     * Whether the edge has reported that its list no longer contains the dataset. Until then, the platform requests the
     * removal each time the edge connects.
     */
    isGoneAtEdge: boolean('is_gone_at_edge').notNull(),
  },
  (table) => [
    index('dataset_party').on(table.partyId, table.createTime),
    index('dataset_parent').on(table.parentId),
    // The index contains all columns of the lists' conditions, so that counting and paging read no whole rows.
    index('dataset_listed')
      .on(
        table.createTime,
        table.id,
        table.sharing,
        table.partyId,
        table.orgCode,
        table.createdByUserId,
        table.contentType,
        table.searchName,
      )
      .where(sql`not ${table.deleted} and ${table.taskId} is null`),
  ],
)

export type DatasetRow = typeof dataset.$inferSelect
