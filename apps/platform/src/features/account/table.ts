import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

export const users = pgTable('account', {
  id: text('id').primaryKey(),
  /** As typed; unique whatever the case (`username_key`). */
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull().unique(),
  displayName: text('display_name').notNull(),
  phone: text('phone').unique(),
  /** Lower case. */
  email: text('email').unique(),
  passwordHash: text('password_hash').notNull(),
  avatar: text('avatar'),
  createTime: moment('create_time').notNull(),
})

/** A session is known by the hash of its token: who reads the table cannot act for anybody. */
export const sessions = pgTable('session', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createTime: moment('create_time').notNull(),
  lastUseTime: moment('last_use_time').notNull(),
})

/** One picture's answer; the key is the client's choice, hence the address beside it. */
export const captchas = pgTable(
  'captcha',
  {
    address: text('address').notNull(),
    key: text('key').notNull(),
    answer: text('answer').notNull(),
    expiryTime: moment('expiry_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.key] })],
)

/** The newest verification code of a receiver, for each purpose. */
export const codes = pgTable(
  'verification_code',
  {
    receiver: text('receiver').notNull(),
    purpose: text('purpose', { enum: ['login', 'register', 'reset'] }).notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull(),
    sendTime: moment('send_time').notNull(),
    expiryTime: moment('expiry_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.receiver, table.purpose] })],
)

/** Failed log-ins in a row, per account and per address. */
export const loginFailures = pgTable('login_failure', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  lastTime: moment('last_time').notNull(),
})
