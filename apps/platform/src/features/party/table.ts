import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'

export const parties = pgTable('party', {
  /** A number people choose, as text. */
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  nameEn: text('name_en').notNull().unique(),
  avatar: text('avatar'),
  /** Where its edge answers browsers; for members only. */
  edgeUrl: text('edge_url'),
  /** Its environment was complete at least once. */
  isDeployed: boolean('is_deployed').notNull().default(false),
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id),
  createTime: moment('create_time').notNull(),
})

export const members = pgTable(
  'party_member',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['admin', 'member'] }).notNull(),
    orgCode: text('org_code').notNull(),
    joinTime: moment('join_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.userId] }), index('party_member_user').on(table.userId)],
)

export const invites = pgTable('party_invite', {
  codeHash: text('code_hash').primaryKey(),
  partyId: text('party_id')
    .notNull()
    .references(() => parties.id),
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiryTime: moment('expiry_time').notNull(),
  usedBy: text('used_by'),
})

export const departments = pgTable(
  'department',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    /** A child's code begins with its parent's. */
    orgCode: text('org_code').notNull(),
    name: text('name').notNull(),
    parentCode: text('parent_code'),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.orgCode] })],
)
