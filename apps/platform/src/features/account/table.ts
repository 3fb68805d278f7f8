import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
  /** Made by the demo's own start, with the password that everybody can read. */
  isDemo: boolean('is_demo').notNull().default(false),
  createTime: moment('create_time').notNull(),
  /** The operator locked it: nobody logs in with it. */
  lockedTime: moment('locked_time'),
  /** Its owner deleted it: name and addresses are gone, what it did keeps its id. */
  deleteTime: moment('delete_time'),
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

/** Failed log-ins in a row, per name, per account and per address. */
export const loginFailures = pgTable('login_failure', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  lastTime: moment('last_time').notNull(),
})

/** What users told the operator, until the operator deletes it. */
export const feedback = pgTable('feedback', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  partyId: text('party_id'),
  text: text('text').notNull(),
  /** Path of the page it was written on. */
  page: text('page').notNull(),
  createTime: moment('create_time').notNull(),
})

/** Tokens handed to the market: each is taken once. */
export const marketTokens = pgTable('market_ticket', {
  tokenHash: text('ticket_hash').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiryTime: moment('expiry_time').notNull(),
})
