import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'

export const socketTickets = pgTable('socket_ticket', {
  ticketHash: text('ticket_hash').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: text('session_id').notNull(),
  expiryTime: moment('expiry_time').notNull(),
})
