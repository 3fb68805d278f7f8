import { z } from 'zod'
import { ParameterTexts } from './algorithm.ts'
import { ColumnMapping } from './dataset.ts'
import { BilingualText } from './language.ts'
import { Plan } from './run.ts'

const ColumnMoments = z.object({ mean: z.number(), deviation: z.number() })

/**
 * A column in which a party's own values differ clearly from the other parties': its moments beside those of all
 * parties.
 */
export const DifferingColumn = z.object({ column: z.string(), own: ColumnMoments, all: ColumnMoments })
export type DifferingColumn = z.infer<typeof DifferingColumn>

/** Whether a ticket covers the current plan, and if not, why. */
export const GrantStatus = z.enum(['none', 'missing', 'stale', 'signed', 'withdrawn', 'expired'])
export type GrantStatus = z.infer<typeof GrantStatus>

/**
 * What made a ticket stale, named as in `changes` of a draft: `parties`, `rows`, `stages` (a run has used it), `code`,
 * `columns`, `label`, `parameters.max_iter`; `plan` if the part is unknown.
 */
export const StaleReason = z.string()
export type StaleReason = z.infer<typeof StaleReason>

/**
 * The origin of a ticket's code, as the edge found out alone: code that its own installation builds, that a previous
 * release of it built, or neither. The edge runs its own code only.
 */
export const CodeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), version: z.string() }),
  z.object({ kind: z.literal('previous'), version: z.string(), ownVersion: z.string() }),
  z.object({
    kind: z.literal('foreign'),
    /** The version that the platform declares. */
    version: z.string(),
    ownVersion: z.string(),
    /** The algorithm's bundle, or only the engine's library that it would run with. */
    differs: z.enum(['algorithm', 'library']),
  }),
])
export type CodeOrigin = z.infer<typeof CodeOrigin>

/** A message of a run and what leaves with it, as the algorithm of this party's own installation declares it. */
export const LeavingStage = z.object({
  name: BilingualText,
  /** Maximum number of them that one run sends. */
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
 * What others can learn from a run, as the algorithm of this party's own installation states: from a party's messages,
 * from the sums of all parties, and from the result.
 */
export const Learned = z.object({ platform: BilingualText, partner: BilingualText, result: BilingualText })
export type Learned = z.infer<typeof Learned>

/** The ticket as it is shown to a member to sign: what the edge itself found out. */
export const GrantDraft = z.object({
  /** Number of the ticket once it is signed. Older edges do not report it. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  initiatorName: z.string(),
  parties: z.array(z.object({ partyId: z.string(), name: z.string() })),
  plan: Plan,
  /**
   * Hash of the algorithm's bundle, which the edge fetched and hashed itself, and of the engine's library it runs with.
   */
  codeHash: z.string(),
  /** Older edges do not report it. */
  codeOrigin: CodeOrigin.optional(),
  planHash: z.string(),
  /** Absent from older edges, and for code that is not this edge's own. */
  leaves: z.array(LeavingStage).optional(),
  /** Absent if `leaves` is, from older edges, and for a single-party run. */
  learned: Learned.optional(),
  /** Names of the parameters in the edge's own code; absent if `leaves` is. */
  parameterTexts: z.array(ParameterTexts).optional(),
  algorithmName: z.object({ cn: z.string(), en: z.string() }),
  datasetId: z.string(),
  datasetName: z.string(),
  rowCount: z.number().int(),
  /** Rows that are not granted because the plan does not name their class. Older edges do not report it. */
  leftOut: z.number().int().optional(),
  /** How the task's columns were made from the party's own, if names or values differ. */
  mapping: z.array(ColumnMapping),
  /** Minimum number of rows that this party grants. */
  minimumRows: z.number().int(),
  expiryTime: z.date(),
  /** The differences from the ticket that this party last signed for this task; null if there was none. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).nullable(),
  canSign: z.boolean(),
  /** Names of the signers on the edge's own list, so that other members know whom to ask. */
  signers: z.array(z.string()).optional(),
})
export type GrantDraft = z.infer<typeof GrantDraft>

export const Grant = z.object({
  id: z.string(),
  /** As in its draft. Older edges do not report it. */
  number: z.string().optional(),
  taskId: z.string(),
  taskName: z.string(),
  /** The parties of the task when it was signed. */
  partyIds: z.array(z.string()),
  plan: Plan,
  codeHash: z.string(),
  planHash: z.string(),
  /** As in its draft, if its code is still the edge's own. */
  leaves: z.array(LeavingStage).optional(),
  learned: Learned.optional(),
  parameterTexts: z.array(ParameterTexts).optional(),
  datasetId: z.string(),
  datasetName: z.string(),
  /** As in its draft. Older edges do not report it. */
  mapping: z.array(ColumnMapping).optional(),
  /** What its run found; absent outside a session at the edge. */
  apart: z.array(DifferingColumn).optional(),
  rowCount: z.number().int(),
  leftOut: z.number().int().optional(),
  signedBy: z.string(),
  signTime: z.date(),
  expiryTime: z.date(),
  withdrawTime: z.date().nullable(),
  /** Rounds answered under this ticket, including one in progress. */
  roundsUsed: z.number().int(),
  status: GrantStatus,
  /** As far as the edge alone can tell; the platform knows the changes of its task. Older edges do not report it. */
  staleBecause: z.array(StaleReason).optional(),
  /** The one run that the ticket is valid for, once that run has begun. Older edges do not report it. */
  runId: z.string().nullable().optional(),
  abilities: z.object({ withdraw: z.boolean() }),
})
export type Grant = z.infer<typeof Grant>

/** What an edge reports to the platform about its tickets: that they exist, not their content. */
export const GrantNotice = z.object({
  id: z.string(),
  taskId: z.string(),
  planHash: z.string(),
  datasetId: z.string(),
  rowCount: z.number().int(),
  expiryTime: z.string(),
  withdrawn: z.boolean(),
  /** Train messages that it covers for a new run; 0 once a run has used it, because a ticket is valid for one run. */
  roundsLeft: z.number().int().optional(),
  /** The number that members know the ticket by. Older edges do not report it. */
  number: z.string().optional(),
  /** As in `Grant`. */
  runId: z.string().nullable().optional(),
  /** Who signed or withdrew it, if the notice is about that. Older edges do not report it. */
  byUserId: z.string().optional(),
})
export type GrantNotice = z.infer<typeof GrantNotice>

/** Default for the minimum number of rows that a party grants. */
export const MINIMUM_ROWS = 20

/** A ticket is refused if its rows differ from those of an earlier run by fewer than this, but by at least one. */
export const REFUSED_BELOW = 3
/** If they differ by fewer than this, the signer has to confirm. */
export const CONFIRMED_BELOW = 10

/** An earlier ticket whose rows differ by only a few from those of the ticket to sign. */
export const NearTicket = z.object({
  grantId: z.string(),
  number: z.string(),
  taskName: z.string(),
  signTime: z.date(),
  /** The number of rows that are in one of the tickets only. */
  rows: z.int(),
  /** Whether they are too few to sign; otherwise the signer confirms them. */
  isRefused: z.boolean(),
  /** How many more rows to leave out so that the difference is large enough; null if too few would remain. */
  leaveOut: z.int().nullable(),
  /** Whether the dataset of the task could contain all rows of the earlier ticket. */
  hasSameRows: z.boolean(),
})
export type NearTicket = z.infer<typeof NearTicket>

/** The rows of a ticket to sign, compared with those of every ticket whose run has begun. */
export const RowComparison = z.object({
  /** Percentage of the comparison that is done. */
  percent: z.int().min(0).max(100),
  /** Null while the edge compares. */
  near: z.array(NearTicket).nullable(),
})
export type RowComparison = z.infer<typeof RowComparison>

/** How a signer makes the rows of a ticket equal to an earlier one's, or different enough. */
export const RowRemedy = z.enum(['same-rows', 'leave-out'])
export type RowRemedy = z.infer<typeof RowRemedy>
