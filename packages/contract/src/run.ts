import { z } from 'zod'
import { Parameters } from './algorithm.ts'
import { EventTarget } from './event-target.ts'
import { WAIT_BOUNDS, WAIT_MINUTES } from './figures.ts'
import { isRowItself } from './kinds/data-kinds.ts'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/**
 * A column as the model reads it. A text that is not one of the column's categories is read as "other". If the column
 * has no categories, every text is.
 */
export const PlanColumn = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.literal('number') }),
  /** A column of categories, which are sorted. */
  z.object({ name: z.string(), kind: z.literal('categories'), categories: z.array(z.string()) }),
])
export type PlanColumn = z.infer<typeof PlanColumn>

/** The columns or other content of the rows, by kind of data. */
export const PlanData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), columns: z.array(PlanColumn).min(1) }),
  z.object({ kind: z.literal('texts'), column: z.string() }),
  /** For texts that are split into tokens: each row contains a list of tokens. */
  z.object({ kind: z.literal('tokens'), column: z.string() }),
  z.object({ kind: z.literal('pictures'), column: z.string() }),
  z.object({ kind: z.literal('graph'), columns: z.array(PlanColumn).min(1) }),
])
export type PlanData = z.infer<typeof PlanData>

/** What the model predicts, by kind of prediction. */
export const PlanTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('classes'),
    column: z.string(),
    /**
     * Class `i` has code `i` in metrics, card and model. The order is that of the agreed codes; without codes, the
     * classes are sorted. The last of two classes is the positive class, which the initiator may choose.
     */
    classes: z.array(z.string()).min(2),
    /** Whether the column contains whole numbers. In this case, classes have names such as "0" and "1". */
    integral: z.boolean(),
  }),
  z.object({ kind: z.literal('number'), column: z.string() }),
  EventTarget,
  /** Target that is a count: whole numbers from 0. */
  z.object({ kind: z.literal('count'), column: z.string() }),
  /** Entities in a text. The classes are the types of entities, sorted. */
  z.object({ kind: z.literal('entities'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** Several labels: any number of these labels applies to a row. */
  z.object({ kind: z.literal('labels'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** Boxes in a picture. The classes are the types of objects, sorted. */
  z.object({ kind: z.literal('boxes'), column: z.string(), classes: z.array(z.string()).min(1) }),
])
export type PlanTarget = z.infer<typeof PlanTarget>

/** A party that a plan names, with the key of the edge that represents the party. */
export const NamedParty = z.object({
  partyId: z.string(),
  /**
   * Fingerprint of the Ed25519 key of the party's edge (`GetEdge` shows it). Empty while the party has no edge, so that
   * nobody can sign for the party.
   */
  key: z.string(),
})
export type NamedParty = z.infer<typeof NamedParty>

/**
 * Minimum number of parties in a federated run. With a single party, a sum over parties would reveal the party's own
 * values.
 */
export const MIN_PARTIES = 2

const Scale = z.tuple([z.number(), z.number().nonnegative()])

/**
 * A model of the pool from which training starts, instead of random weights. Its weights are stored beside the plan,
 * which contains their hash, so a signature of the plan covers all of them.
 */
export const PlanStart = z.object({
  modelId: z.string(),
  /** Names of the model in the pool, and of the task that trained it, at the time the model was chosen. */
  model: z.string(),
  task: z.string(),
  /** SHA-256 of the model file from which the weights were read. */
  file: z.string(),
  /** Mean and standard deviation of each numeric column, as the model uses them. */
  scales: z.array(Scale),
  /** Mean and standard deviation of the label, if it is a number. */
  scale: Scale.nullable(),
  /** For each column of categories, the positions of other texts and of missing values. */
  rest: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])).optional(),
  /** SHA-256 (hexadecimal) of all weights, concatenated in file order as float64, little endian. */
  numbers: z.string(),
})
export type PlanStart = z.infer<typeof PlanStart>

/** The fields of a start model that members see. */
export const NamedStart = PlanStart.pick({ modelId: true, model: true, task: true })
export type NamedStart = z.infer<typeof NamedStart>

/**
 * Maximum number of weights of a start model. A model for entities has up to half as many, plus its features; neural
 * networks for pictures have 150,000.
 */
export const MAX_START_NUMBERS = 2 ** 21

/** Name of the file with the start weights, which is stored beside granted rows and in a run's folder. */
export const START_FILE = 'start.bin'

/**
 * What a consent ticket covers, apart from the hash of the code. `docs/reference/engine/signed.md` describes how the
 * plan is hashed.
 */
export const Plan = z.object({
  data: PlanData,
  /** The target. Null if the algorithm predicts nothing. */
  target: PlanTarget.nullable(),
  taskId: z.string(),
  algorithm: z.string(),
  parameters: Parameters,
  maxRounds: z.number().int().positive(),
  /** The named parties, sorted by id; empty while parties can still join. */
  parties: z.array(NamedParty),
  /** The minimum number of named parties in a run; 0 while parties can still join. */
  fewest: z.number().int().nonnegative(),
  /** The seed of all random numbers in a run. It is created when joining is closed. */
  seed: z.string(),
  /** Ids of the parties whose own table the other parties see, sorted; undefined if no party has agreed to that. */
  ownTables: z.array(z.string()).optional(),
  /** The start model; undefined if training does not start from a model. */
  start: PlanStart.optional(),
  /** Time in minutes that a run waits for an offline party; undefined if it is `WAIT_MINUTES`. */
  waitMinutes: z.number().int().min(WAIT_BOUNDS.least).max(WAIT_BOUNDS.most).optional(),
})
export type Plan = z.infer<typeof Plan>

export const waitMinutesOf = ({ waitMinutes }: Pick<Plan, 'waitMinutes'>): number => waitMinutes ?? WAIT_MINUTES

/**
 * Whether this is a single-party run. Its protocol runs in one message at the party, which stores the model; only the
 * scores leave the edge.
 */
export const isByItself = ({ parties }: Pick<Plan, 'parties'>) => parties.length === 1

/**
 * Returns the names of the columns that are used for prediction. There are none for pictures, of which members choose
 * no columns.
 */
export function columnsOf({ data }: Pick<Plan, 'data'>): string[] {
  if ('columns' in data) return data.columns.map(({ name }) => name)
  return isRowItself(data) ? [] : [data.column]
}

/** Returns the columns of a table; empty for other kinds of data. */
export const tableColumnsOf = ({ data }: Pick<Plan, 'data'>): PlanColumn[] =>
  data.kind === 'table' ? data.columns : []

/** Returns the names of the target's columns. An event has a time column in addition to the label. */
export const targetColumnsOf = ({ target }: Pick<Plan, 'target'>): string[] => {
  if (!target) return []
  return target.kind === 'event' ? [target.time, target.column] : [target.column]
}

/** Returns the names of the granted columns: features and targets, each once. */
export const grantedColumns = (plan: Pick<Plan, 'data' | 'target'>): string[] => [
  ...new Set([...columnsOf(plan), ...targetColumnsOf(plan)]),
]

export const RunSpec = z.object({
  runId: z.string(),
  taskId: z.string(),
  algorithm: z.string(),
  codeHash: z.string(),
  plan: Plan,
  parties: z.array(z.object({ partyId: z.string(), name: z.string(), rows: z.number().int() })).min(1),
  roundTimeoutSeconds: z.number().positive(),
  /** Time in seconds for which a run waits for an offline party and retries. */
  waitSeconds: z.number().positive(),
  eventsUrl: z.string(),
})
export type RunSpec = z.infer<typeof RunSpec>

export const Metrics = z.record(z.string(), z.number())
export type Metrics = z.infer<typeof Metrics>

/**
 * The ends of the 95 % interval of each metric's difference: federated model minus model of the party alone. A metric
 * is absent if there are too few rows.
 */
export const Gains = z.record(z.string(), z.object({ low: z.number(), high: z.number() }))
export type Gains = z.infer<typeof Gains>

const PartyMetrics = z.object({
  partyId: z.string(),
  rows: z.number().int(),
  metrics: Metrics,
  aloneMetrics: Metrics.optional(),
  /** Intervals of the difference between the scores and `aloneMetrics`. */
  gains: Gains.optional(),
  seconds: z.number().optional(),
})

export const RunStep = z.enum(['starting', 'statistics', 'train', 'evaluate', 'export'])
export type RunStep = z.infer<typeof RunStep>

/**
 * Returns whether a text is an ISO 8601 time. Years outside 1000 to 2999 are refused, because some databases cannot
 * store them.
 */
const isMoment = (text: string) => /^[12]\d{3}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const eventBase = { runId: z.string(), seq: z.number().int().positive(), time: z.string().refine(isMoment, 'no time') }
const failureFields = {
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  partyId: z.string().optional(),
  step: RunStep.optional(),
  round: z.number().int().optional(),
}

/**
 * The scores of one model, and the amount of data transferred so far. Only rows that were not used to fit the model are
 * scored: validation rows, or each row with a model that was fitted without it.
 */
const scoreFields = {
  /** The round after which the scored model was produced; 0 is the initial model. */
  scoredRound: z.number().int().nonnegative(),
  /** The round of the best model so far, which the run keeps if no later model is better; 0 while there is none. */
  bestRound: z.number().int().nonnegative(),
  metrics: Metrics,
  parties: z.array(PartyMetrics),
  /** Bytes transferred since the run began. */
  bytesUp: z.number(),
  bytesDown: z.number(),
}

export const RunEvent = z.discriminatedUnion('kind', [
  /** The parties for which the run currently waits. Empty after all of them are online again. */
  z.object({ ...eventBase, kind: z.literal('waiting'), missing: z.array(z.string()) }),
  z.object({ ...eventBase, kind: z.literal('started'), parties: z.array(z.string()), rounds: z.number().int() }),
  z.object({
    ...eventBase,
    kind: z.literal('statistics'),
    parties: z.array(z.object({ partyId: z.string(), rows: z.number().int(), validationRows: z.number().int() })),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('round'),
    round: z.number().int(),
    rounds: z.number().int(),
    ...scoreFields,
  }),
  /** The scores of the last model, which no further round would score. */
  z.object({ ...eventBase, kind: z.literal('scored'), ...scoreFields }),
  /** Work of a party failed. The run asks the party again if that can help; otherwise the event `failed` follows. */
  z.object({ ...eventBase, kind: z.literal('party-failed'), ...failureFields, partyId: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('finished'),
    metrics: Metrics,
    parties: z.array(PartyMetrics),
    /** Bytes transferred since the run began. */
    bytesUp: z.number(),
    bytesDown: z.number(),
  }),
  z.object({ ...eventBase, kind: z.literal('failed'), ...failureFields }),
])
export type RunEvent = z.infer<typeof RunEvent>

/** Why a run failed: the party, the step, the cause, and in the text of the code what users can do. */
export const RunFailure = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  partyId: z.string().nullable(),
  step: RunStep.nullable(),
  round: z.number().int().nullable(),
})
export type RunFailure = z.infer<typeof RunFailure>

export const RunPhase = z.enum(['submitted', 'queued', 'waiting', 'running', 'completed', 'failed', 'stopped'])
export type RunPhase = z.infer<typeof RunPhase>

/** Who ended a run early: a member finished or stopped the run, or a party withdrew its consent ticket. */
export const RunEnding = z.object({
  kind: z.enum(['finished-early', 'stopped', 'withdrawn']),
  partyId: z.string(),
  /** The member. Null if only the party is known, and for readers outside the run's parties. */
  member: z.string().nullable(),
  /** Time of the request or the withdrawal; for a withdrawal, null until the run has ended. */
  time: z.date().nullable(),
})
export type RunEnding = z.infer<typeof RunEnding>

/**
 * How a model is scored: on validation rows, or on each row with a model that was fitted without the row
 * (leave-one-out).
 */
export const ScoredBy = z.enum(['rows', 'leave-one-out'])
export type ScoredBy = z.infer<typeof ScoredBy>

/** A party's work on its current message: the kind of work, how much is done, and the estimated remaining time. */
export const PartyWork = z.object({
  what: z.enum(['reading', 'learning']),
  /** Share of the work that is done: 0 at the beginning, 100 once the party has answered. */
  percent: z.number().int().min(0).max(100),
  /** Estimated remaining time; null while it cannot be estimated. */
  secondsLeft: z.number().int().nonnegative().nullable(),
})
export type PartyWork = z.infer<typeof PartyWork>

/** A run in the form in which the console shows it. */
export const Run = z.object({
  id: z.string(),
  taskId: z.string(),
  phase: RunPhase,
  step: RunStep,
  round: z.number().int(),
  rounds: z.number().int(),
  /** Progress of the run, from 0 to 100. */
  progress: z.number(),
  startTime: z.date().nullable(),
  endTime: z.date().nullable(),
  elapsedMs: z.number(),
  metrics: Metrics,
  /** How the model was scored; null before the run has ended, and if nothing is scored. */
  scoredBy: ScoredBy.nullable(),
  /**
   * The model's scores with intervals, and its scores at every threshold. Null before the run has ended, and if nothing
   * is scored.
   */
  scores: Scores.nullable(),
  /** Histogram of the residuals, if a number is predicted. */
  residuals: Residuals.nullable(),
  /** The run's findings, if the run trains no model. */
  table: Findings.nullable(),
  failure: RunFailure.nullable(),
  /** Who ended the run early or requested it. Null if the run was not ended early. */
  ending: RunEnding.nullable(),
  /** Parties for which the run currently waits. */
  waitingFor: z.array(z.string()),
  /** Time at which the run stops waiting for the first of these parties, and fails. */
  waitingUntil: z.date().nullable(),
  lastSeq: z.number().int(),
  /**
   * Whether a member has requested to finish early. The run ends with the best model so far, after the current stage.
   */
  finishesEarly: z.boolean(),
  /**
   * Whether each party also trains on its own rows only, for comparison, as the plan states; undefined if the algorithm
   * has no such comparison.
   */
  compares: z.boolean().optional(),
  parties: z.array(
    z.object({
      partyId: z.string(),
      partyName: z.string(),
      rowsOffered: z.number().int(),
      rowsUsed: z.number().int().nullable(),
      validationRows: z.number().int().nullable(),
      metrics: Metrics,
      aloneMetrics: Metrics.nullable(),
      gains: Gains.nullable(),
      /** Progress of the party's current message; null if unknown. */
      work: PartyWork.nullable(),
      /** Time since when the party's worker has given no sign of life; null unless this is unusually long. */
      silentSince: z.date().nullable(),
      /**
       * The column whose value identifies a person, if several of the party's rows belong to one person. In this case,
       * the scores are too optimistic.
       */
      repeatedId: z.string().optional(),
      /**
       * Columns in which the party's values differ clearly from those of the other parties. The party's members were
       * notified.
       */
      apart: z.array(z.string()).optional(),
      isOnline: z.boolean(),
      lastSeen: z.date().nullable(),
    }),
  ),
  abilities: z.object({ stop: z.boolean(), finishEarly: z.boolean(), resubmit: z.boolean() }),
})
export type Run = z.infer<typeof Run>

/** A stored run for comparison with other runs: its settings, its course and its result. */
export const ComparableRun = z.object({
  id: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  phase: RunPhase,
  algorithmId: z.string(),
  codeHash: z.string(),
  planHash: z.string(),
  parameters: Parameters,
  columns: z.array(z.string()),
  target: PlanTarget.nullable(),
  /** Number of completed rounds, and the maximum number. */
  round: z.number().int(),
  rounds: z.number().int(),
  /** Time at which the run was submitted. The run starts later, once the engine has received it. */
  createTime: z.date(),
  startTime: z.date().nullable(),
  endTime: z.date().nullable(),
  elapsedMs: z.number(),
  /** Scores of the stored model; for a failed run, of the last model that was scored. */
  metrics: Metrics,
  scoredBy: ScoredBy.nullable(),
  /** The scores with intervals; null if the platform stores no model of the run. */
  scores: Scores.pick({ rows: true, metrics: true, classes: true }).nullable(),
  failure: RunFailure.nullable(),
  ending: RunEnding.nullable(),
  parties: z.array(
    Run.shape.parties.element.pick({
      partyId: true,
      partyName: true,
      rowsOffered: true,
      rowsUsed: true,
      validationRows: true,
    }),
  ),
})
export type ComparableRun = z.infer<typeof ComparableRun>

/** Scores of each model of a run, by ascending round; round 0 is the initial model. */
export const RunRounds = z.object({
  /** The round of the stored model; null while there is none. */
  bestRound: z.number().int().nullable(),
  rounds: z.array(z.object({ round: z.number().int(), metrics: Metrics })),
})
export type RunRounds = z.infer<typeof RunRounds>
