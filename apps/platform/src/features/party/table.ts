import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'

export const parties = pgTable('party', {
  /** Number of the party, stored as text. The party's creator chooses the number. */
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  nameEn: text('name_en').notNull().unique(),
  avatar: text('avatar'),
  /** Address at which the party's edge serves browsers. Only members may see it. */
  edgeUrl: text('edge_url'),
  /** Whether the party's environment has been complete at least once. */
  isDeployed: boolean('is_deployed').notNull().default(false),
  /**
   * Time at which the operator suspended the party. No member can act for a suspended party, and its edge is refused.
   */
  suspendedTime: moment('suspended_time'),
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
    /**
     * Role of the member. The party's creator begins as super administrator, and a party always has a super
     * administrator.
     */
    role: text('role', { enum: ['super-admin', 'admin', 'member'] }).notNull(),
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
    /** Code of the department. A child's code begins with the code of its parent. */
    orgCode: text('org_code').notNull(),
    name: text('name').notNull(),
    parentCode: text('parent_code'),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.orgCode] })],
)

/** Requests to join a party, from users without an invitation code. */
export const joinRequests = pgTable(
  'party_join_request',
  {
    id: text('id').primaryKey(),
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    note: text('note').notNull(),
    status: text('status', { enum: ['waiting', 'approved', 'rejected', 'withdrawn'] }).notNull(),
    createTime: moment('create_time').notNull(),
    reviewedBy: text('reviewed_by'),
    reviewTime: moment('review_time'),
  },
  (table) => [
    index('party_join_request_party').on(table.partyId, table.createTime),
    uniqueIndex('party_join_request_waiting').on(table.partyId, table.userId).where(sql`${table.status} = 'waiting'`),
  ],
)
