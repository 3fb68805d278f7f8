import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

export const users = pgTable('account', {
  id: text('id').primaryKey(),
  /** The user name as typed. `username_key` makes it unique regardless of case. */
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull().unique(),
  displayName: text('display_name').notNull(),
  phone: text('phone').unique(),
  /** E-mail address in lower case. */
  email: text('email').unique(),
  passwordHash: text('password_hash').notNull(),
  avatar: text('avatar'),
  /** The demo's own start created this account with the published password. */
  isDemo: boolean('is_demo').notNull().default(false),
  createTime: moment('create_time').notNull(),
  /** Time at which the operator locked the account. A locked account cannot log in. */
  lockedTime: moment('locked_time'),
  /**
   * Time at which the owner deleted the account. Name and addresses are removed; objects that the user created keep the
   * id.
   */
  deleteTime: moment('delete_time'),
})

/** Sessions are stored by the hash of their token, so that a reader of the table cannot use them. */
export const sessions = pgTable('session', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createTime: moment('create_time').notNull(),
  lastUseTime: moment('last_use_time').notNull(),
})

/** The answer of a captcha. The client chooses the key, so the address is part of the primary key. */
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

/** Consecutive failed log-ins, per name, per account and per address. */
export const loginFailures = pgTable('login_failure', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  lastTime: moment('last_time').notNull(),
})

/** Users' feedback to the operator, stored until the operator deletes it. */
export const feedback = pgTable('feedback', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  partyId: text('party_id'),
  text: text('text').notNull(),
  /** Path of the page on which the feedback was written. */
  page: text('page').notNull(),
  createTime: moment('create_time').notNull(),
})

/** Tokens issued for the marketplace. Each token can be used once. */
export const marketTokens = pgTable('market_ticket', {
  tokenHash: text('ticket_hash').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiryTime: moment('expiry_time').notNull(),
})
