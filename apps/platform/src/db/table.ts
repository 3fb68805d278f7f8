import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment, to the millisecond, as JavaScript keeps it. */
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

/** How often something was tried in the current window: in the database, as there may be many platform processes. */
export const rateLimits = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  windowStart: moment('window_start').notNull(),
  count: integer('count').notNull(),
})
