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

/** Health of each component that the edge reports. */
export type Components = Partial<Record<EdgeComponent | EdgePart, ComponentHealth>>

/** The one edge of a party, as it last reported. */
export const edges = pgTable('edge', {
  partyId: text('party_id')
    .primaryKey()
    .references(() => parties.id),
  /** Ed25519, PEM: verifies its link tokens and its countersignatures. */
  linkPublicKey: text('link_public_key').notNull(),
  /** EC P-384, PEM: the SuperNode's public key. */
  nodePublicKey: text('node_public_key').notNull(),
  /** Flower's id of the SuperNode, once the SuperLink has admitted its key. */
  nodeId: text('node_id'),
  enrolledBy: text('enrolled_by')
    .notNull()
    .references(() => users.id),
  enrolTime: moment('enrol_time').notNull(),
  /** The link that currently acts for the party; null if there is none. */
  linkId: text('link_id'),
  lastSeen: moment('last_seen'),
  /** Since when the platform, after its own restart, waits for the edge, which could not report meanwhile. */
  awaitedSince: moment('awaited_since'),
  components: jsonb('components').$type<Components>(),
  conditions: jsonb('conditions').$type<NodeCondition[]>(),
  confinement: text('confinement').$type<Confinement>(),
  /** Its version and installed code; null for an older edge that does not report them. */
  installation: jsonb('installation').$type<Installation>(),
  /** Newest reported entry of its log. */
  logHead: jsonb('log_head').$type<LogHead>(),
  /** The edge's signature of that entry; null if the edge does not sign. */
  logSignature: text('log_signature'),
  /** The platform log's head, signed by this edge. */
  countersigned: jsonb('countersigned').$type<SignedHead>(),
  /** The edge reported a log that does not continue the previously reported one. */
  hasRewoundLog: boolean('has_rewound_log').notNull().default(false),
  /** PEM of the root that vouches for it to browsers; null if that is a public one. */
  rootCertificate: text('root_certificate'),
  /** When it was revoked. Enrolling an edge again clears this. */
  revokedTime: moment('revoked_time'),
  /** When the party was notified that the edge is lost; null again once it is back. */
  lostNoticeTime: moment('lost_notice_time'),
})

/** Heads of an edge's log under its own signature, in the order received, at most one per minute; never deleted. */
export const edgeHeads = pgTable(
  'edge_head',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    place: integer('place').notNull(),
    /** PEM of the signing key, because a party may enrol another edge. */
    publicKey: text('public_key').notNull(),
    head: jsonb('head').$type<LogHead>().notNull(),
    signature: text('signature').notNull(),
    time: moment('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.place] })],
)

/** The newest head of a party's log that another party's edge stores and has signed. */
export const headWitnesses = pgTable(
  'head_witness',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    byPartyId: text('by_party_id')
      .notNull()
      .references(() => parties.id),
    /** PEM of the signing key. */
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

/**
 * Reports that were processed. A report that is resent after a lost answer gets the same answer and is not applied
 * twice.
 */
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
