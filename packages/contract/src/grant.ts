import { z } from 'zod'
import { ParameterTexts } from './algorithm.ts'
import { ColumnMapping } from './dataset.ts'
import { BilingualText } from './language.ts'
import { Plan } from './run.ts'

const ColumnMoments = z.object({ mean: z.number(), deviation: z.number() })

/**
 * A column in which a party's own values differ clearly from those of the other parties, with its moments at this party
 * and at all parties.
 */
export const DifferingColumn = z.object({ column: z.string(), own: ColumnMoments, all: ColumnMoments })
export type DifferingColumn = z.infer<typeof DifferingColumn>

/** Whether a consent ticket covers the current plan, and if not, why. */
export const GrantStatus = z.enum(['none', 'missing', 'stale', 'signed', 'withdrawn', 'expired'])
export type GrantStatus = z.infer<typeof GrantStatus>

/**
 * What made a ticket stale, with the names of `changes` in a draft: `parties`, `rows`, `stages` (a run has used the
 * ticket), `code`, `columns`, `label`, `parameters.max_iter`; `plan` if it is unknown which part of the plan changed.
 */
export const StaleReason = z.string()
export type StaleReason = z.infer<typeof StaleReason>

/**
 * The origin of a ticket's code, as the edge determines on its own: code that its own installation builds, code that a
 * previous release of it built, or other code. The edge runs only its own code.
 */
export const CodeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), version: z.string() }),
  z.object({ kind: z.literal('previous'), version: z.string(), ownVersion: z.string() }),
  z.object({
    kind: z.literal('foreign'),
    /** The version that the platform declares. */
    version: z.string(),
    ownVersion: z.string(),
    /** Which part differs: the algorithm's bundle, or only the engine's library with which the bundle would run. */
    differs: z.enum(['algorithm', 'library']),
  }),
])
export type CodeOrigin = z.infer<typeof CodeOrigin>

/**
 * A message of a run and the data that it sends out of the edge, as the algorithm in this party's own installation
 * declares.
 */
export const LeavingStage = z.object({
  name: BilingualText,
  /** Maximum number of such messages in one run. */
  messages: z.number().int(),
  terms: z.array(
    z.object({
      name: BilingualText,
      sizes: z.array(BilingualText),
    }),
  ),
})
export type LeavingStage = z.infer<typeof LeavingStage>

/**
 * What others can learn from a run, as the algorithm in this party's own installation declares: the platform from a
 * party's messages, a partner from the sums of all parties, and readers from the result.
 */
export const Learned = z.object({ platform: BilingualText, partner: BilingualText, result: BilingualText })
export type Learned = z.infer<typeof Learned>

/** A consent ticket as a member reads it before signing. It contains what the edge itself determined. */
export const GrantDraft = z.object({
  /** The number that the ticket will have once it is signed. Older edges do not report it. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  initiatorName: z.string(),
  parties: z.array(z.object({ partyId: z.string(), name: z.string() })),
  plan: Plan,
  /**
   * Hash of the algorithm's bundle, which the edge fetched and hashed itself, together with the engine's library with
   * which the bundle runs.
   */
  codeHash: z.string(),
  /** Origin of the code. Older edges do not report it. */
  codeOrigin: CodeOrigin.optional(),
  planHash: z.string(),
  /** The messages that leave the edge. Undefined for older edges, and for code that is not this edge's own. */
  leaves: z.array(LeavingStage).optional(),
  /** What others can learn. Undefined if `leaves` is undefined, for older edges, and for a single-party run. */
  learned: Learned.optional(),
  /** Names of the parameters in the edge's own code; undefined whenever `leaves` is. */
  parameterTexts: z.array(ParameterTexts).optional(),
  algorithmName: z.object({ cn: z.string(), en: z.string() }),
  datasetId: z.string(),
  datasetName: z.string(),
  rowCount: z.number().int(),
  /** Number of rows that are not granted because the plan does not name their class. Older edges do not report it. */
  leftOut: z.number().int().optional(),
  /** How the task's columns are derived from the party's own columns, if names or values differ. */
  mapping: z.array(ColumnMapping),
  /** Minimum number of rows that this party requires to grant any. */
  minimumRows: z.number().int(),
  expiryTime: z.date(),
  /** The differences from the ticket that this party last signed for this task; null if it has signed none. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).nullable(),
  canSign: z.boolean(),
  /** Names of the signers on the edge's own list, so that other members know whom to ask. */
  signers: z.array(z.string()).optional(),
})
export type GrantDraft = z.infer<typeof GrantDraft>

export const Grant = z.object({
  id: z.string(),
  /** The ticket's number, as in its draft. Older edges do not report it. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  /** The parties of the task when the ticket was signed. */
  partyIds: z.array(z.string()),
  plan: Plan,
  codeHash: z.string(),
  planHash: z.string(),
  /** The messages that leave the edge, as in the draft. Undefined if the ticket's code is no longer the edge's own. */
  leaves: z.array(LeavingStage).optional(),
  learned: Learned.optional(),
  parameterTexts: z.array(ParameterTexts).optional(),
  datasetId: z.string(),
  datasetName: z.string(),
  /** The column mapping, as in the draft. Older edges do not report it. */
  mapping: z.array(ColumnMapping).optional(),
  /** The differing columns that the ticket's run found. Undefined if the reader has no session at the edge. */
  apart: z.array(DifferingColumn).optional(),
  rowCount: z.number().int(),
  leftOut: z.number().int().optional(),
  signedBy: z.string(),
  signTime: z.date(),
  expiryTime: z.date(),
  withdrawTime: z.date().nullable(),
  /** Number of rounds that the edge answered under this ticket, including a round in progress. */
  roundsUsed: z.number().int(),
  status: GrantStatus,
  /**
   * Why the ticket is stale, as far as the edge alone can determine; the platform knows what changed in the task. Older
   * edges do not report it.
   */
  staleBecause: z.array(StaleReason).optional(),
  /** The only run for which the ticket is valid, once that run has begun. Older edges do not report it. */
  runId: z.string().nullable().optional(),
  abilities: z.object({ withdraw: z.boolean() }),
})
export type Grant = z.infer<typeof Grant>

/** What an edge reports to the platform about its consent tickets: that they exist, but not their content. */
export const GrantNotice = z.object({
  id: z.string(),
  taskId: z.string(),
  planHash: z.string(),
  datasetId: z.string(),
  rowCount: z.number().int(),
  expiryTime: z.string(),
  withdrawn: z.boolean(),
  /**
   * Number of training messages that the ticket covers for a new run. It is 0 once a run has used the ticket, because a
   * ticket is valid for one run.
   */
  roundsLeft: z.number().int().optional(),
  /** The number by which members refer to the ticket. Older edges do not report it. */
  number: z.string().optional(),
  /** The run that uses the ticket, as in `Grant`. */
  runId: z.string().nullable().optional(),
  /** The member who signed or withdrew the ticket, if the notice is about that. Older edges do not report it. */
  byUserId: z.string().optional(),
})
export type GrantNotice = z.infer<typeof GrantNotice>

/** Default for the minimum number of rows that a party requires to grant any. */
export const MINIMUM_ROWS = 20

/**
 * The edge refuses a ticket if its rows differ from those of an earlier run by at least 1 row but fewer than this
 * number.
 */
export const REFUSED_BELOW = 3
/** If the rows differ by fewer than this number, the signer has to confirm the ticket. */
export const CONFIRMED_BELOW = 10

/** An earlier ticket whose rows differ from those of the ticket to sign by only a few rows. */
export const NearTicket = z.object({
  grantId: z.string(),
  number: z.string(),
  taskName: z.string(),
  signTime: z.date(),
  /** The number of rows that only one of the two tickets contains. */
  rows: z.int(),
  /** Whether the rows differ too little to sign the ticket; otherwise the signer has to confirm it. */
  isRefused: z.boolean(),
  /**
   * The number of additional rows to leave out so that the difference is large enough; null if too few rows would
   * remain.
   */
  leaveOut: z.int().nullable(),
  /** Whether the dataset of the task could contain all rows of the earlier ticket. */
  hasSameRows: z.boolean(),
})
export type NearTicket = z.infer<typeof NearTicket>

/** The comparison of the rows of a ticket to sign with the rows of every ticket whose run has begun. */
export const RowComparison = z.object({
  /** Percentage of the comparison that is done. */
  percent: z.int().min(0).max(100),
  /** The earlier tickets with nearly the same rows. Null while the edge is still comparing. */
  near: z.array(NearTicket).nullable(),
})
export type RowComparison = z.infer<typeof RowComparison>

/**
 * How a signer can correct the rows of a ticket: use the same rows as an earlier ticket, or leave out enough rows that
 * the two tickets differ clearly.
 */
export const RowRemedy = z.enum(['same-rows', 'leave-out'])
export type RowRemedy = z.infer<typeof RowRemedy>
