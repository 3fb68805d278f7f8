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

/** The edge of a party, as the edge last reported its state. A party has at most one edge. */
export const edges = pgTable('edge', {
  partyId: text('party_id')
    .primaryKey()
    .references(() => parties.id),
  /** Ed25519 public key, PEM. It verifies the edge's link tokens and countersignatures. */
  linkPublicKey: text('link_public_key').notNull(),
  /** EC P-384 public key of the SuperNode, PEM. */
  nodePublicKey: text('node_public_key').notNull(),
  /** Flower's id of the SuperNode. Null until the SuperLink has admitted the SuperNode's key. */
  nodeId: text('node_id'),
  enrolledBy: text('enrolled_by')
    .notNull()
    .references(() => users.id),
  enrolTime: moment('enrol_time').notNull(),
  /** Id of the link that currently acts for the party; null if there is none. */
  linkId: text('link_id'),
  lastSeen: moment('last_seen'),
  /** Time at which the platform restarted and began to wait for the edge, which could not report during the restart. */
  awaitedSince: moment('awaited_since'),
  components: jsonb('components').$type<Components>(),
  conditions: jsonb('conditions').$type<NodeCondition[]>(),
  confinement: text('confinement').$type<Confinement>(),
  /** Version and installed code of the edge; null for an older edge that does not report them. */
  installation: jsonb('installation').$type<Installation>(),
  /** Newest entry of the edge's log, as the edge reported it. */
  logHead: jsonb('log_head').$type<LogHead>(),
  /** The edge's signature of the log head; null if the edge does not sign. */
  logSignature: text('log_signature'),
  /** Head of the platform's log, signed by this edge. */
  countersigned: jsonb('countersigned').$type<SignedHead>(),
  /** Whether the edge reported a log that does not continue the one that it reported before. */
  hasRewoundLog: boolean('has_rewound_log').notNull().default(false),
  /**
   * PEM of the root certificate with which browsers verify the edge; null if a public certificate authority signed the
   * edge's certificate.
   */
  rootCertificate: text('root_certificate'),
  /** Time at which the edge was revoked. Enrolling an edge again clears the time. */
  revokedTime: moment('revoked_time'),
  /** Time at which the party was notified that the edge is lost; null once the edge is back. */
  lostNoticeTime: moment('lost_notice_time'),
})

/**
 * Heads of an edge's log with the edge's own signature, in the order received, at most one per minute. They are never
 * deleted.
 */
export const edgeHeads = pgTable(
  'edge_head',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    place: integer('place').notNull(),
    /** PEM of the key that signed the head. It is stored here, because the party may later enrol another edge. */
    publicKey: text('public_key').notNull(),
    head: jsonb('head').$type<LogHead>().notNull(),
    signature: text('signature').notNull(),
    time: moment('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.place] })],
)

/** The newest head of one party's log that the edge of another party stores and has signed. */
export const headWitnesses = pgTable(
  'head_witness',
  {
    partyId: text('party_id')
      .notNull()
      .references(() => parties.id),
    byPartyId: text('by_party_id')
      .notNull()
      .references(() => parties.id),
    /** PEM of the key that signed the head. */
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
 * Reports that the platform has processed. If an edge resends a report after a lost answer, it gets the same answer,
 * and the report is not applied twice.
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
