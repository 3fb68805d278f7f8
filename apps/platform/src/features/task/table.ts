import type { ColumnSelection, Parameters } from '@tessera/contract'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const task = pgTable(
  'task',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    avatar: text(),
    partyId: text().notNull(),
    visibility: text({ enum: ['public', 'invite-only', 'private'] }).notNull(),
    status: text({ enum: ['recruiting', 'training', 'completed', 'failed', 'disbanded'] }).notNull(),
    researchType: text({ enum: ['federated', 'independent'] }).notNull(),
    algorithmId: text(),
    /** What the initiator set; the manifest's defaults fill the rest. */
    parameters: jsonb().$type<Parameters>(),
    columnSelection: jsonb().$type<ColumnSelection>(),
    originTaskId: text(),
    createdByUserId: text().notNull(),
    createdBy: text().notNull(),
    createTime: time().notNull(),
    deleteTime: time(),
  },
  (table) => [index('task_party').on(table.partyId), index('task_status').on(table.status)],
)

export const registration = pgTable(
  'registration',
  {
    id: text().primaryKey(),
    taskId: text()
      .notNull()
      .references(() => task.id),
    partyId: text().notNull(),
    role: text({ enum: ['initiator', 'participant'] }).notNull(),
    status: text({ enum: ['applying', 'joined', 'rejected', 'left'] }).notNull(),
    datasetId: text(),
    note: text().notNull(),
    createdByUserId: text().notNull(),
    createdBy: text().notNull(),
    createTime: time().notNull(),
  },
  (table) => [unique('registration_of_party').on(table.taskId, table.partyId)],
)

export const taskInvite = pgTable('task_invite', {
  code: text().primaryKey(),
  taskId: text()
    .notNull()
    .references(() => task.id),
  expiryTime: time().notNull(),
  usedByPartyId: text(),
})

/** One row for each reader and day: what makes a task hot. */
export const taskView = pgTable(
  'task_view',
  {
    taskId: text()
      .notNull()
      .references(() => task.id),
    userId: text().notNull(),
    day: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.userId, table.day] })],
)

/** What edges told of their tickets. The tickets themselves are at the edges. */
export const grantNotice = pgTable(
  'grant_notice',
  {
    partyId: text().notNull(),
    id: text().notNull(),
    taskId: text().notNull(),
    planHash: text().notNull(),
    datasetId: text().notNull(),
    rowCount: integer().notNull(),
    expiryTime: time().notNull(),
    isWithdrawn: boolean().notNull(),
    noticeTime: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.id] }), index('grant_notice_task').on(table.taskId)],
)

export type TaskRow = typeof task.$inferSelect
export type RegistrationRow = typeof registration.$inferSelect
export type GrantNoticeRow = typeof grantNotice.$inferSelect
