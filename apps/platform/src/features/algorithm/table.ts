import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** Who did what with which object, for lists of recent use. The audit log is separate. */
export const activity = pgTable(
  'activity',
  {
    id: text('id').primaryKey(),
    subject: text('subject', { enum: ['task', 'algorithm', 'model', 'dataset'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    action: text('action', {
      enum: [
        'create',
        'view',
        'join',
        'apply-join',
        'agree',
        'refuse',
        'invite-code-join',
        'exit',
        'upload-data',
        'submit',
        'use',
        // Added by Tessera.
        'delete-data',
        'sign',
        'withdraw',
        'stop',
        'fail',
        'finish',
      ],
    }).notNull(),
    /** The task in which it happened, if any. */
    taskId: text('task_id'),
    partyId: text('party_id'),
    userId: text('user_id'),
    userName: text('user_name').notNull(),
    content: jsonb('content').$type<ActivityContent>().notNull(),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    index('activity_subject').on(table.subject, table.subjectId, table.createTime),
    // Counts and sorts the entries of many tasks without reading whole rows.
    index('activity_task')
      .on(table.taskId, table.createTime, table.id, table.action)
      .where(sql`${table.subject} = 'task'`),
  ],
)

/** Fields of an entry, under their names on the wire. */
export type ActivityContent = Partial<
  Record<
    | 'partyName'
    | 'userName'
    | 'missionName'
    | 'jobName'
    | 'modelName'
    | 'algId'
    | 'algName'
    | 'dataId'
    | 'dataName'
    | 'dataSize'
    | 'guestPartyName'
    | 'guestUserName'
    | 'hostPartyId'
    | 'hostUserName'
    /** A failed run's `RunFailure` as JSON. */
    | 'reason',
    string
  >
>
export type NewActivity = typeof activity.$inferInsert
