import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** Who did what to which thing, for the lists of recent use; the audit log is another one. */
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
        // Ours.
        'delete-data',
        'sign',
        'withdraw',
        'stop',
        'fail',
        'finish',
      ],
    }).notNull(),
    /** The task it happened in, if it did in one. */
    taskId: text('task_id'),
    partyId: text('party_id'),
    userId: text('user_id'),
    userName: text('user_name').notNull(),
    content: jsonb('content').$type<ActivityContent>().notNull(),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    index('activity_subject').on(table.subject, table.subjectId, table.createTime),
    // Many tasks' entries are counted and put in order without reading a whole row.
    index('activity_task')
      .on(table.taskId, table.createTime, table.id, table.action)
      .where(sql`${table.subject} = 'task'`),
  ],
)

/** The wire's words for what an entry tells. */
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
    /** Of a run that ended badly: a `RunFailure` as JSON. */
    | 'reason',
    string
  >
>
export type NewActivity = typeof activity.$inferInsert
