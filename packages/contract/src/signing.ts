import { z } from 'zod'

/** Shortest and longest PIN an edge takes: six digits, or as many characters as one likes to type. */
export const PIN_LENGTH = { least: 6, most: 64 } as const
/** In characters as they are hashed, however a keyboard composes them. */
export const pinLength = (pin: string) => [...pin.normalize('NFKC')].length
export const NewPin = z
  .string()
  // Far more than counts: what is longer is not even looked at, as composing it may take all there is of memory.
  .max(1_000, { abort: true })
  .refine(
    (pin) => pinLength(pin) >= PIN_LENGTH.least,
    `a PIN has ${PIN_LENGTH.least} characters or more: set a longer one`,
  )
  .refine(
    (pin) => pinLength(pin) <= PIN_LENGTH.most,
    `a PIN has at most ${PIN_LENGTH.most} characters: set a shorter one`,
  )

/** What somebody is to an edge, by its own list: a reader sees rows as far as they are shared, a signer also decides about them. */
export const EdgeRole = z.enum(['reader', 'signer'])
export type EdgeRole = z.infer<typeof EdgeRole>

/** What a member of an edge wants to do. A passkey answers for exactly one of these, once. */
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
/** The half of a program's own key that opens nothing (RFC 7517): the other half never leaves whoever made it. */
export const MachineKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
})
export type MachineKey = z.infer<typeof MachineKey>

/** As the browser's WebAuthn calls answer; the edge looks into it. */
const PasskeyAnswer = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})
export const PasskeyRegistration = PasskeyAnswer
/** What the browser is asked with, in the spelling of its own JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

/** The second factor, beside the token that says who: something the platform never sees. */
export const Proof = z.union([z.object({ pin: z.string().max(200) }), z.object({ passkey: PasskeyAnswer })])
export type Proof = z.infer<typeof Proof>
/** A first factor is set with the one-time code that only somebody at the edge has read. */
export const FirstProof = z.union([...Proof.options, z.object({ code: z.string().max(200) })])
export type FirstProof = z.infer<typeof FirstProof>

export const Factor = z.enum(['pin', 'passkey'])
export type Factor = z.infer<typeof Factor>

/** One of an edge's own list, as the party's members see them. */
export const EdgeMember = z.object({
  username: z.string(),
  displayName: z.string(),
  /** Edges of before had signers only, and do not say so. */
  role: EdgeRole.default('signer'),
  /** Whose data shared with a department they see, by its code; empty for none. */
  department: z.string().default(''),
  /** Who added them; null for those the edge was set up with. */
  addedBy: z.string().nullable(),
  addTime: z.date(),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /** Whether the house's identity provider names them, and its groups their role and department. */
  fromProvider: z.boolean().default(false),
  /** Of a program, which goes in with a key of its own: until when. Null for people. */
  machineEnd: z.date().nullable().default(null),
})
export type EdgeMember = z.infer<typeof EdgeMember>

/** What the caller is to this edge, with which factors, and who else is on its list. */
export const Signing = z.object({
  username: z.string(),
  isSigner: z.boolean(),
  /** On the edge's own list: as a reader at the least. Edges of before had signers only, and do not say so. */
  isMember: z.boolean().default(false),
  hasPin: z.boolean(),
  passkeys: z.number().int(),
  /** Tries that went wrong since the last right one. */
  wrongTries: z.number().int(),
  lockedUntil: z.date().nullable(),
  /** Null where the edge is reached by a bare IP address: browsers make no passkeys for those. */
  passkeyHost: z.string().nullable(),
  /** Another address of this edge, to which the platform leads nobody before a signer has confirmed it. */
  move: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  members: z.array(EdgeMember),
})
export type Signing = z.infer<typeof Signing>

/** One thing that was done under a ticket, from the edge's own log. */
export const GrantEvent = z.object({
  seq: z.number().int(),
  time: z.date(),
  kind: z.enum(['signed', 'run', 'run-ended', 'refused', 'rows-chosen', 'withdrawn', 'apart']),
  /** The party's own member who did it; null for what a run did. */
  by: z.string().nullable(),
  runId: z.string().nullable(),
  /** `query`, `train` or `evaluate`, of a run's message. */
  messageType: z.string().nullable(),
  round: z.number().int().nullable(),
  outcome: z.string().nullable(),
  /** Why it was refused or withdrawn, where that has a code. */
  code: z.string().nullable(),
  /** Of `apart`: the columns. */
  apart: z.array(z.string()).optional(),
})
export type GrantEvent = z.infer<typeof GrantEvent>
