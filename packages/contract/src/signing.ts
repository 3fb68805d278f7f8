import { z } from 'zod'

/** Minimum and maximum length of a PIN at an edge. */
export const PIN_LENGTH = { least: 6, most: 64 } as const
/** Returns the length in characters as they are hashed, regardless of how a keyboard composes them. */
export const pinLength = (pin: string) => [...pin.normalize('NFKC')].length
export const NewPin = z
  .string()
  // Longer input is not examined, because normalising it could exhaust the memory.
  .max(1_000, { abort: true })
  .refine(
    (pin) => pinLength(pin) >= PIN_LENGTH.least,
    `a PIN has ${PIN_LENGTH.least} characters or more: set a longer one`,
  )
  .refine(
    (pin) => pinLength(pin) <= PIN_LENGTH.most,
    `a PIN has at most ${PIN_LENGTH.most} characters: set a shorter one`,
  )

/**
 * The role of a member on an edge's own list: a reader sees rows as far as they are shared; a signer also decides about
 * them.
 */
export const EdgeRole = z.enum(['reader', 'signer'])
export type EdgeRole = z.infer<typeof EdgeRole>

/** An action that a member of an edge wants to take. A passkey approves exactly one of these, once. */
export const SigningAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign'), taskId: z.string(), planHash: z.string(), datasetId: z.string() }),
  z.object({
    kind: z.literal('add-member'),
    username: z.string().normalize('NFC'),
    role: EdgeRole,
    department: z.string(),
  }),
  z.object({ kind: z.literal('change-member'), username: z.string(), role: EdgeRole, department: z.string() }),
  z.object({
    kind: z.literal('add-machine'),
    username: z.string(),
    department: z.string(),
    days: z.number(),
    keyId: z.string(),
  }),
  z.object({ kind: z.literal('hand-over'), to: z.string(), edgeUrl: z.string() }),
  z.object({ kind: z.literal('confirm-address'), edgeUrl: z.string() }),
  z.object({ kind: z.literal('reset-member'), username: z.string() }),
  z.object({ kind: z.literal('remove-member'), username: z.string() }),
  z.object({ kind: z.literal('open-session'), keyId: z.string() }),
  z.object({ kind: z.literal('set-pin') }),
  z.object({ kind: z.literal('add-passkey') }),
  z.object({ kind: z.literal('withdraw'), id: z.string() }),
  z.object({ kind: z.literal('delete-rows'), id: z.string() }),
  z.object({ kind: z.literal('bring-back'), id: z.string() }),
])
export type SigningAct = z.infer<typeof SigningAct>

const Coordinate = z.string().regex(/^[\w-]{43}$/)
/** The public half of a program's own key (RFC 7517). The private half never leaves its owner. */
export const MachineKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
})
export type MachineKey = z.infer<typeof MachineKey>

/** The answer of the browser's WebAuthn calls, which the edge verifies. */
const PasskeyAnswer = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})
export const PasskeyRegistration = PasskeyAnswer
/** Options for the browser's WebAuthn calls, in WebAuthn's JSON form. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

/** The second factor, beside the access token that identifies the user. The platform never sees it. */
export const Proof = z.union([z.object({ pin: z.string().max(200) }), z.object({ passkey: PasskeyAnswer })])
export type Proof = z.infer<typeof Proof>
/** A first factor is set with a one-time code that only a person at the edge has read. */
export const FirstProof = z.union([...Proof.options, z.object({ code: z.string().max(200) })])
export type FirstProof = z.infer<typeof FirstProof>

export const Factor = z.enum(['pin', 'passkey'])
export type Factor = z.infer<typeof Factor>

/** A member on the edge's own list, as the party's members see them. */
export const EdgeMember = z.object({
  username: z.string(),
  displayName: z.string(),
  role: EdgeRole,
  /** The department whose shared data they see, by its code; empty for none. */
  department: z.string(),
  /** Who added them; null for those the edge was set up with. */
  addedBy: z.string().nullable(),
  addTime: z.date(),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /** Whether the organisation's identity provider names them, and its groups define their role and department. */
  fromProvider: z.boolean(),
  /** For a program, which authenticates with its own key: its expiry. Null for people. */
  machineEnd: z.date().nullable(),
})
export type EdgeMember = z.infer<typeof EdgeMember>

/** The caller's role at this edge and their factors, and the other members on its list. */
export const Signing = z.object({
  username: z.string(),
  isSigner: z.boolean(),
  /** On the edge's own list, at least as a reader. */
  isMember: z.boolean(),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /** Failed attempts since the last successful one. */
  wrongTries: z.number().int(),
  lockedUntil: z.date().nullable(),
  /** Null if the edge is reached by a bare IP address, for which browsers create no passkeys. */
  passkeyHost: z.string().nullable(),
  /** A new address of this edge, which the platform uses only after a signer has confirmed it. */
  move: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  members: z.array(EdgeMember),
})
export type Signing = z.infer<typeof Signing>

/** An event under a ticket, from the edge's own log. */
export const GrantEvent = z.object({
  seq: z.number().int(),
  time: z.date(),
  kind: z.enum(['signed', 'run', 'run-ended', 'refused', 'rows-chosen', 'withdrawn', 'apart']),
  /** The party's own member who did it; null for a run's actions. */
  by: z.string().nullable(),
  runId: z.string().nullable(),
  /** `query`, `train` or `evaluate`, for a run's message. */
  messageType: z.string().nullable(),
  round: z.number().int().nullable(),
  outcome: z.string().nullable(),
  /** Why it was refused or withdrawn, if that has a code. */
  code: z.string().nullable(),
  /** For `apart`: the columns. */
  apart: z.array(z.string()).optional(),
})
export type GrantEvent = z.infer<typeof GrantEvent>
