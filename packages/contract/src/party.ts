import { z } from 'zod'
import { PartyRole } from './account.ts'
import { BilingualText } from './language.ts'

export const Party = z.object({
  id: z.string(),
  name: BilingualText,
  avatar: z.string().nullable(),
  /** Address at which the party's edge serves browsers. Only members of the party receive it. */
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
/** Matches a party's English name. Storage uses the name, too, so only simple characters are allowed. */
export const PARTY_NAME_EN = /^[A-Za-z0-9][\w .()&'-]*$/
export const DEPARTMENT_NAME_MAX = 40

/** A member of a party, as other members see the member. */
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

/** A request to join a party, from a user without an invitation code. */
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

/** What an edge has installed: its version, and the code hash of each of its algorithms. */
export const Installation = z.object({ version: z.string(), codes: z.array(z.string()).max(1_000) })
export type Installation = z.infer<typeof Installation>

/**
 * Whether algorithms and models of other parties run in a sandbox. `missing`: the sandbox is not available, so they do
 * not run at all; `off`: an operator has disabled the sandbox.
 */
export const Confinement = z.enum(['on', 'off', 'missing'])
export type Confinement = z.infer<typeof Confinement>

/** The party's edge, as its members see it. */
export const EdgeStatus = z.object({
  state: z.enum(['none', 'revoked', 'away', 'online']),
  edgeUrl: z.string().nullable(),
  enrolTime: z.date().nullable(),
  /** User name of the member who enrolled the edge. */
  enrolledBy: z.string().nullable(),
  lastSeen: z.date().nullable(),
  /** SHA-256 of the edge's link key in hexadecimal, to compare with the value that the edge prints when it starts. */
  linkKeyHash: z.string().nullable(),
  nodeKeyHash: z.string().nullable(),
  /** State of the sandbox for algorithms and models, as the edge reports it; null before its first report. */
  confinement: Confinement.nullable(),
  /** Which of edge and platform must be updated, and the release of each; null if both run the same release. */
  release: z.object({ older: z.enum(['edge', 'platform']), edge: z.string(), platform: z.string() }).nullable(),
})
export type EdgeStatus = z.infer<typeof EdgeStatus>

export const ComponentHealth = z.enum(['ok', 'starting', 'failed'])
export type ComponentHealth = z.infer<typeof ComponentHealth>

/** Components whose health an edge reports. A listed component is not ready. */
export const EdgeComponent = z.enum(['edge', 'supernode', 'runner', 'storage'])
export type EdgeComponent = z.infer<typeof EdgeComponent>

/** Further parts that an edge reports: its database, and the pages on which members sign. */
export const EdgePart = z.enum(['books', 'pages'])
export type EdgePart = z.infer<typeof EdgePart>

/**
 * Parts that the platform checks itself: whether the SuperLink answers, and whether the party's node is connected to
 * it.
 */
export const FleetPart = z.enum(['superlink', 'node'])
export type FleetPart = z.infer<typeof FleetPart>

/** All software that a party needs for training, ordered from the parts that members see to those that they do not. */
export const SoftwarePart = z.enum(['edge', 'pages', 'storage', 'books', 'runner', 'supernode', 'node', 'superlink'])
export type SoftwarePart = z.infer<typeof SoftwarePart>

export const NodeCondition = z.enum(['NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure'])
export type NodeCondition = z.infer<typeof NodeCondition>
