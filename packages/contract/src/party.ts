import { z } from 'zod'
import { PartyRole } from './account.ts'
import { BilingualText } from './language.ts'

export const Party = z.object({
  id: z.string(),
  name: BilingualText,
  avatar: z.string().nullable(),
  /** Where the party's edge answers browsers; only its own members receive it. */
  edgeUrl: z.string().nullable(),
  isDeployed: z.boolean(),
  createTime: z.date(),
  abilities: z.object({
    edit: z.boolean(),
    invite: z.boolean(),
    enrolEdge: z.boolean(),
    appoint: z.boolean(),
    announce: z.boolean(),
  }),
})
export type Party = z.infer<typeof Party>
export const PARTY_NAME_MAX = 40
/** The English name is also used in storage, so only simple characters are allowed. */
export const PARTY_NAME_EN = /^[A-Za-z0-9][\w .()&'-]*$/
export const DEPARTMENT_NAME_MAX = 40

/** A member of a party, as other members see them. */
export const Member = z.object({
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
  role: PartyRole,
  orgCode: z.string(),
  joinTime: z.date(),
  abilities: z.object({ setRole: z.boolean(), setDepartment: z.boolean(), remove: z.boolean(), leave: z.boolean() }),
})
export type Member = z.infer<typeof Member>

/** A request to join a party, from a user without an invite code. */
export const JoinRequest = z.object({
  id: z.string(),
  partyId: z.string(),
  partyName: z.string(),
  userId: z.string(),
  username: z.string(),
  displayName: z.string(),
  note: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected', 'withdrawn']),
  createTime: z.date(),
  reviewTime: z.date().nullable(),
})
export type JoinRequest = z.infer<typeof JoinRequest>
/** Maximum length of the note of a user who asks to join a party, or of a party that asks to join a task. */
export const JOIN_NOTE_MAX = 300

/** What an edge runs: its version, and the code hash of each algorithm it has. */
export const Installation = z.object({ version: z.string(), codes: z.array(z.string()).max(1_000) })
export type Installation = z.infer<typeof Installation>

/**
 * Whether code and models of others run in a sandbox. `missing` means that they do not run at all, `off` that an
 * operator disabled the sandbox.
 */
export const Confinement = z.enum(['on', 'off', 'missing'])
export type Confinement = z.infer<typeof Confinement>

/** The party's edge, as its members see it. */
export const EdgeStatus = z.object({
  state: z.enum(['none', 'revoked', 'away', 'online']),
  edgeUrl: z.string().nullable(),
  enrolTime: z.date().nullable(),
  /** User name of the member who enrolled it. */
  enrolledBy: z.string().nullable(),
  lastSeen: z.date().nullable(),
  /** SHA-256 of the key that represents the party, hex, to compare with what the edge prints when it starts. */
  linkKeyHash: z.string().nullable(),
  nodeKeyHash: z.string().nullable(),
  /** The sandbox of algorithms and models, as the edge reports it; null before its first report. */
  confinement: Confinement.nullable(),
  /** If it runs another release than the platform: which of them must be updated, and the release of each. */
  release: z.object({ older: z.enum(['edge', 'platform']), edge: z.string(), platform: z.string() }).nullable(),
})
export type EdgeStatus = z.infer<typeof EdgeStatus>

export const ComponentHealth = z.enum(['ok', 'starting', 'failed'])
export type ComponentHealth = z.infer<typeof ComponentHealth>

/** What an edge reports about itself. A name in a list means that it is not ready. */
export const EdgeComponent = z.enum(['edge', 'supernode', 'runner', 'storage'])
export type EdgeComponent = z.infer<typeof EdgeComponent>

/** What it reports in addition: its database, and the pages on which its members sign. */
export const EdgePart = z.enum(['books', 'pages'])
export type EdgePart = z.infer<typeof EdgePart>

/**
 * What the platform finds out itself: whether the SuperLink answers, and whether it is connected to the party's node.
 */
export const FleetPart = z.enum(['superlink', 'node'])
export type FleetPart = z.infer<typeof FleetPart>

/** All software that a party needs for training, from what its members see to what they do not. */
export const SoftwarePart = z.enum(['edge', 'pages', 'storage', 'books', 'runner', 'supernode', 'node', 'superlink'])
export type SoftwarePart = z.infer<typeof SoftwarePart>

export const NodeCondition = z.enum(['NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure'])
export type NodeCondition = z.infer<typeof NodeCondition>
