import type { ErrorParams, NotificationKind } from '@tessera/contract'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'
import { parties } from '../party/table.ts'

export const notifications = pgTable(
  'notification',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a notice that is about the person, whichever party they act for. */
    partyId: text('party_id').references(() => parties.id),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What the text says besides; the text itself is made in the reader's language. */
    params: jsonb('params').$type<ErrorParams>().notNull(),
    subject: text('subject', { enum: ['task', 'registration', 'join-request', 'party', 'system'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    taskId: text('task_id'),
    sendTime: moment('send_time').notNull(),
    readTime: moment('read_time'),
  },
  (table) => [index('notification_reader').on(table.userId, table.partyId, table.sendTime)],
)

export const socketTickets = pgTable('socket_ticket', {
  ticketHash: text('ticket_hash').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: text('session_id').notNull(),
  expiryTime: moment('expiry_time').notNull(),
})
