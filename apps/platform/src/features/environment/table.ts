import type {
  ComponentHealth,
  Confinement,
  EdgeComponent,
  EdgePart,
  Installation,
  LogHead,
  NodeCondition,
  SignedHead,
} from '@tessera/contract'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { users } from '../account/table.ts'
import { parties } from '../party/table.ts'

/** Of each part that the edge tells of. */
export type Components = Partial<Record<EdgeComponent | EdgePart, ComponentHealth>>

/** The one edge of a party, as it last told of itself. */
export const edges = pgTable('edge', {
  partyId: text('party_id')
    .primaryKey()
    .references(() => parties.id),
  /** Ed25519, PEM: checks its link's tokens and its countersignatures. */
  linkPublicKey: text('link_public_key').notNull(),
  /** EC P-384, PEM: the SuperNode's. */
  nodePublicKey: text('node_public_key').notNull(),
  /** Flower's id of the SuperNode, once the SuperLink admitted its key. */
  nodeId: text('node_id'),
  enrolledBy: text('enrolled_by')
    .notNull()
    .references(() => users.id),
  enrolTime: moment('enrol_time').notNull(),
  /** The link that speaks for it now; null when there is none. */
  linkId: text('link_id'),
  lastSeen: moment('last_seen'),
  /** Since when it is waited for after a restart of ours: it may not have had anybody to talk to. */
  awaitedSince: moment('awaited_since'),
  components: jsonb('components').$type<Components>(),
  conditions: jsonb('conditions').$type<NodeCondition[]>(),
  confinement: text('confinement').$type<Confinement>(),
  /** Its version and the code it has; null for an edge that is older than that. */
  installation: jsonb('installation').$type<Installation>(),
  /** Newest entry of its log that it told of. */
  logHead: jsonb('log_head').$type<LogHead>(),
  /** Of that entry, by the edge; null for an edge that does not sign. */
  logSignature: text('log_signature'),
  /** Our log's head as signed by this edge. */
  countersigned: jsonb('countersigned').$type<SignedHead>(),
  /** It told of a log that does not continue the one it told of before. */
  hasRewoundLog: boolean('has_rewound_log').notNull().default(false),
  /** PEM of the root that vouches for it to browsers; null when that is a public one. */
  rootCertificate: text('root_certificate'),
  /** It may not connect any more; enrolling anew lifts that. */
  revokedTime: moment('revoked_time'),
  /** The party was told that it is lost; null again once it is back. */
  lostNoticeTime: moment('lost_notice_time'),
})

/** Heads of an edge's log under its own signature, as they were told, at most one a minute; none is ever removed. */
export const edgeHeads = pgTable(
  'edge_head',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    place: integer('place').notNull(),
    /** PEM of the key it is signed with: a party's edge may be enrolled anew. */
    publicKey: text('public_key').notNull(),
    head: jsonb('head').$type<LogHead>().notNull(),
    signature: text('signature').notNull(),
    time: moment('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.place] })],
)

/** The newest head of a party's log that another party's edge keeps, under that one's signature. */
export const headWitnesses = pgTable(
  'head_witness',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    byPartyId: text('by_party_id')
      .notNull()
      .references(() => parties.id),
    /** PEM of the key it is signed with. */
    publicKey: text('public_key').notNull(),
    head: jsonb('head').$type<LogHead>().notNull(),
    signature: text('signature').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.byPartyId] })],
)

export const edgeEnrolments = pgTable('edge_enrolment', {
  codeHash: text('code_hash').primaryKey(),
  partyId: text('party_id')
    .notNull()
    .references(() => parties.id),
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id),
  expiryTime: moment('expiry_time').notNull(),
  usedTime: moment('used_time'),
})

/** Reports that were applied: one sent again after a lost answer is answered, not applied twice. */
export const edgeReports = pgTable(
  'edge_report',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    reportId: integer('report_id').notNull(),
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.reportId] })],
)
