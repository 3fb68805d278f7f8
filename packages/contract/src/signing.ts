import { z } from 'zod'

/** Minimum and maximum length of a PIN at an edge. */
export const PIN_LENGTH = { least: 6, most: 64 } as const
/**
 * Returns the number of characters of a PIN in the normalised form that is hashed, so that it does not matter how a
 * keyboard composes them.
 */
export const pinLength = (pin: string) => [...pin.normalize('NFKC')].length
export const NewPin = z
  .string()
  // Longer input is rejected before normalisation, which could exhaust the memory.
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
 * The role of a member on an edge's own list. A reader sees rows as far as they are shared with them; a signer also
 * decides about rows.
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
/** The public key of a program (RFC 7517). The private key never leaves the program's owner. */
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

/** The second factor, in addition to the access token that identifies the user. It is never sent to the platform. */
export const Proof = z.union([z.object({ pin: z.string().max(200) }), z.object({ passkey: PasskeyAnswer })])
export type Proof = z.infer<typeof Proof>
/** Proof for setting the first factor: another factor, or a one-time code that only a person at the edge can read. */
export const FirstProof = z.union([...Proof.options, z.object({ code: z.string().max(200) })])
export type FirstProof = z.infer<typeof FirstProof>

export const Factor = z.enum(['pin', 'passkey'])
export type Factor = z.infer<typeof Factor>

/** A member on the edge's own list, as members of the party see the entry. */
export const EdgeMember = z.object({
  username: z.string(),
  displayName: z.string(),
  role: EdgeRole,
  /** Code of the department whose shared data the member sees; empty for none. */
  department: z.string(),
  /** The member who added this one; null for members from the edge's enrolment. */
  addedBy: z.string().nullable(),
  addTime: z.date(),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /**
   * Whether the organisation's identity provider lists the member. In this case, the provider's groups determine role
   * and department.
   */
  fromProvider: z.boolean(),
  /** Expiry of the key of a program, which authenticates with its own key; null for people. */
  machineEnd: z.date().nullable(),
})
export type EdgeMember = z.infer<typeof EdgeMember>

/** The caller's role and factors at this edge, and the other members on the edge's list. */
export const Signing = z.object({
  username: z.string(),
  isSigner: z.boolean(),
  /** Whether the caller is on the edge's own list, at least as a reader. */
  isMember: z.boolean(),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /** Number of failed attempts since the last successful one. */
  wrongTries: z.number().int(),
  lockedUntil: z.date().nullable(),
  /** Host name for passkeys; null if the edge is reached by an IP address, for which browsers create no passkeys. */
  passkeyHost: z.string().nullable(),
  /**
   * The previous and the new address of this edge. The platform uses the new address only after a signer has confirmed
   * it.
   */
  move: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  members: z.array(EdgeMember),
})
export type Signing = z.infer<typeof Signing>

/** An event that concerns a consent ticket, from the edge's own log. */
export const GrantEvent = z.object({
  seq: z.number().int(),
  time: z.date(),
  kind: z.enum(['signed', 'run', 'run-ended', 'refused', 'rows-chosen', 'withdrawn', 'apart']),
  /** The member of the party who caused the event; null for actions of a run. */
  by: z.string().nullable(),
  runId: z.string().nullable(),
  /** For a message of a run: `query`, `train` or `evaluate`. */
  messageType: z.string().nullable(),
  round: z.number().int().nullable(),
  outcome: z.string().nullable(),
  /** Error code of the refusal or withdrawal, if there is one. */
  code: z.string().nullable(),
  /** For the event `apart`: the differing columns. */
  apart: z.array(z.string()).optional(),
})
export type GrantEvent = z.infer<typeof GrantEvent>
