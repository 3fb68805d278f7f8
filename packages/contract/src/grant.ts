import { z } from 'zod'
import { BilingualText, ParameterTexts } from './algorithm.ts'
import { ColumnMapping } from './dataset.ts'
import { Plan } from './run.ts'

const ColumnMoments = z.object({ mean: z.number(), deviation: z.number() })

/** A column in which a party's own values lie apart from the other parties': its moments beside those of all parties. */
export const ApartColumn = z.object({ column: z.string(), own: ColumnMoments, all: ColumnMoments })
export type ApartColumn = z.infer<typeof ApartColumn>

/** Why a ticket does or does not cover the plan as it stands. */
export const GrantStatus = z.enum(['none', 'missing', 'stale', 'signed', 'withdrawn', 'expired'])
export type GrantStatus = z.infer<typeof GrantStatus>

/**
 * What made a ticket stale, named as in `changes` of a draft: `parties`, `rows`, `stages` (a run has used it), `code`,
 * `columns`, `label`, `parameters.max_iter`; `plan` where it is not known which part of it.
 */
export const StaleReason = z.string()
export type StaleReason = z.infer<typeof StaleReason>

/**
 * Whose code a ticket is about, as the edge alone found out: what its own installation builds, what a previous release of
 * it built, or neither. It runs its own only.
 */
export const CodeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), version: z.string() }),
  z.object({ kind: z.literal('previous'), version: z.string(), ownVersion: z.string() }),
  z.object({
    kind: z.literal('foreign'),
    /** The platform's, as it says itself; null where it does not. */
    version: z.string().nullable(),
    ownVersion: z.string(),
    /** The algorithm's bundle, or only the engine's library it would run with. */
    differs: z.enum(['algorithm', 'library']),
  }),
])
export type CodeOrigin = z.infer<typeof CodeOrigin>

/** A message of a run and what leaves with it, as the algorithm of this party's own installation declares it. */
export const LeavingStage = z.object({
  name: BilingualText,
  /** How many of them one run sends, at most. */
  messages: z.number().int(),
  terms: z.array(
    z.object({
      name: BilingualText,
      sizes: z.array(BilingualText),
    }),
  ),
})
export type LeavingStage = z.infer<typeof LeavingStage>

/** The ticket as it is laid before a member to sign: what the edge itself found out. */
export const GrantDraft = z.object({
  /** Of the ticket, as it will be once it is signed; edges that are older do not tell. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  initiatorName: z.string(),
  parties: z.array(z.object({ partyId: z.string(), name: z.string() })),
  plan: Plan,
  /** Of the algorithm's bundle, which the edge fetched and hashed itself, and of the engine's library it runs with. */
  codeHash: z.string(),
  /** Edges that are older do not tell. */
  codeOrigin: CodeOrigin.optional(),
  planHash: z.string(),
  /** Left out by edges that are older, and of code that is not this edge's own. */
  leaves: z.array(LeavingStage).optional(),
  /** What the edge's own code calls its parameters; left out where `leaves` is. */
  parameterTexts: z.array(ParameterTexts).optional(),
  algorithmName: z.object({ cn: z.string(), en: z.string() }),
  datasetId: z.string(),
  datasetName: z.string(),
  rowCount: z.number().int(),
  /** Rows that are not granted, as their class is none of the plan's; edges that are older do not tell. */
  leftOut: z.number().int().optional(),
  /** How the task's columns came from the party's own, where they are named or written in another way. */
  mapping: z.array(ColumnMapping),
  /** Fewest rows this party grants. */
  minimumRows: z.number().int(),
  expiryTime: z.date(),
  /** What differs from the ticket this party signed last for this task; null when there was none. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).nullable(),
  canSign: z.boolean(),
  /** Names of those on the edge's own list, so that others know whom to ask. */
  signers: z.array(z.string()).optional(),
})
export type GrantDraft = z.infer<typeof GrantDraft>

export const Grant = z.object({
  id: z.string(),
  /** As in its draft; edges that are older do not tell. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  /** Who was in the task when it was signed. */
  partyIds: z.array(z.string()),
  plan: Plan,
  codeHash: z.string(),
  planHash: z.string(),
  /** As in its draft, where its code is still the edge's own. */
  leaves: z.array(LeavingStage).optional(),
  parameterTexts: z.array(ParameterTexts).optional(),
  datasetId: z.string(),
  datasetName: z.string(),
  /** As in its draft; edges that are older do not tell. */
  mapping: z.array(ColumnMapping).optional(),
  /** What its run found; absent outside a session of the edge's own. */
  apart: z.array(ApartColumn).optional(),
  rowCount: z.number().int(),
  leftOut: z.number().int().optional(),
  signedBy: z.string(),
  signTime: z.date(),
  expiryTime: z.date(),
  withdrawTime: z.date().nullable(),
  /** Rounds answered under this ticket, one begun included. */
  roundsUsed: z.number().int(),
  status: GrantStatus,
  /** As far as the edge alone can tell; the platform knows of its task's changes. Edges that are older do not tell. */
  staleBecause: z.array(StaleReason).optional(),
  /** The one run that it pays for, once that has begun. Edges that are older do not tell. */
  runId: z.string().nullable().optional(),
  abilities: z.object({ withdraw: z.boolean() }),
})
export type Grant = z.infer<typeof Grant>

/** What an edge tells the platform of its tickets: that they stand, not what they hold. */
export const GrantNotice = z.object({
  id: z.string(),
  taskId: z.string(),
  planHash: z.string(),
  datasetId: z.string(),
  rowCount: z.number().int(),
  expiryTime: z.string(),
  withdrawn: z.boolean(),
  /** Train messages that it covers for a new run: none once a run has used it, as it pays for one. */
  roundsLeft: z.number().int().optional(),
  /** What people call the ticket by. Edges that are older do not tell. */
  number: z.string().optional(),
  /** As in `Grant`. */
  runId: z.string().nullable().optional(),
  /** Who signed or withdrew it, where that is what is told; edges that are older do not tell. */
  byUserId: z.string().optional(),
})
export type GrantNotice = z.infer<typeof GrantNotice>

/** Fewest rows a party grants unless it says otherwise. */
export const MINIMUM_ROWS = 20
