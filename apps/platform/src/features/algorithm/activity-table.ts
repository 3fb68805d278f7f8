import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Who did what to which thing, for the lists of recent use; the audit log is another one. */
export const activity = pgTable(
  'activity',
  {
    id: text().primaryKey(),
    subject: text({ enum: ['task', 'algorithm', 'model', 'dataset'] }).notNull(),
    subjectId: text().notNull(),
    action: text({
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
      ],
    }).notNull(),
    /** The task it happened in, if it did in one. */
    taskId: text(),
    partyId: text(),
    userId: text(),
    userName: text().notNull(),
    content: jsonb().$type<ActivityContent>().notNull(),
    createTime: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('activity_subject').on(table.subject, table.subjectId, table.createTime),
    index('activity_task').on(table.taskId, table.createTime),
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
    | 'hostPartyName'
    | 'hostUserName',
    string
  >
>
export type NewActivity = typeof activity.$inferInsert
