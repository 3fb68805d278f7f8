import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'

export const socketTokens = pgTable('socket_ticket', {
  tokenHash: text('ticket_hash').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: text('session_id').notNull(),
  expiryTime: moment('expiry_time').notNull(),
})
