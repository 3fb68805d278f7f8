import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** Records who did what with which object, for lists of recent use. The audit log is stored separately. */
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
        // Kinds of activity that Tessera added to the original interface.
        'delete-data',
        'sign',
        'withdraw',
        'stop',
        'fail',
        'finish',
      ],
    }).notNull(),
    /** The task in which the activity happened, if any. */
    taskId: text('task_id'),
    partyId: text('party_id'),
    userId: text('user_id'),
    userName: text('user_name').notNull(),
    content: jsonb('content').$type<ActivityContent>().notNull(),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    index('activity_subject').on(table.subject, table.subjectId, table.createTime),
    // Index for counting and sorting the entries of many tasks without reading whole rows.
    index('activity_task')
      .on(table.taskId, table.createTime, table.id, table.action)
      .where(sql`${table.subject} = 'task'`),
  ],
)

/** Fields of an activity entry, under their names in the API. */
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
    /** The `RunFailure` of a failed run, as JSON. */
    | 'reason',
    string
  >
>
export type NewActivity = typeof activity.$inferInsert
