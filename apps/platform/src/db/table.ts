import type { BilingualText, ErrorParams, NotificationKind } from '@tessera/contract'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A time with the precision of JavaScript, which is milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** The platform's append-only, hash-chained log. */
export const platformLog = pgTable('platform_log', {
  seq: integer('seq').primaryKey(),
  time: moment('time').notNull(),
  kind: text('kind').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  previous: text('previous').notNull(),
  hash: text('hash').notNull(),
})

/**
 * Number of attempts in the current window of a rate limit. It is stored in the database, because there may be several
 * platform processes.
 */
export const rateLimits = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  windowStart: moment('window_start').notNull(),
  count: integer('count').notNull(),
})

/** The values in a notice's text. A value that differs between languages has one text per language. */
export type NoticeParams = Record<string, ErrorParams[string] | BilingualText>

/** Notices of every feature. The table has no foreign keys, because the features' tables build on it. */
export const notifications = pgTable(
  'notification',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    /**
     * The party to which the notice belongs. Null for a notice to the user personally, which they see while acting for
     * any party.
     */
    partyId: text('party_id'),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Parameters of the text. The text is composed in the reader's language. */
    params: jsonb('params').$type<NoticeParams>().notNull(),
    subject: text('subject', { enum: ['task', 'registration', 'join-request', 'party', 'system'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    taskId: text('task_id'),
    sendTime: moment('send_time').notNull(),
    readTime: moment('read_time'),
  },
  (table) => [index('notification_reader').on(table.userId, table.partyId, table.sendTime)],
)
