import { z } from 'zod'
import { Parameters } from './algorithm.ts'
import { EventTarget } from './event-target.ts'
import { WAIT_BOUNDS, WAIT_MINUTES } from './figures.ts'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/**
 * A column as the model reads it. A text that is not one of its categories is read as "other"; without categories,
 * every text is.
 */
export const PlanColumn = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.literal('number') }),
  /** Sorted. */
  z.object({ name: z.string(), kind: z.literal('categories'), categories: z.array(z.string()) }),
])
export type PlanColumn = z.infer<typeof PlanColumn>

/** What the rows are, by kind of data. */
export const PlanData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), columns: z.array(PlanColumn).min(1) }),
  z.object({ kind: z.literal('texts'), column: z.string() }),
  /** For tokenised texts: a list of tokens in each row. */
  z.object({ kind: z.literal('tokens'), column: z.string() }),
  z.object({ kind: z.literal('pictures'), column: z.string() }),
  z.object({ kind: z.literal('graph'), columns: z.array(PlanColumn).min(1) }),
])
export type PlanData = z.infer<typeof PlanData>

/** What is predicted. */
export const PlanTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('classes'),
    column: z.string(),
    /**
     * Class `i` has code `i` in metrics, card and model: as the parties agreed, otherwise sorted. The last of two
     * classes is the positive one, as the initiator chose.
     */
    classes: z.array(z.string()).min(2),
    /** Whether the column holds whole numbers. Classes are then named "0", "1". */
    integral: z.boolean(),
  }),
  z.object({ kind: z.literal('number'), column: z.string() }),
  EventTarget,
  /** Whole numbers from 0. */
  z.object({ kind: z.literal('count'), column: z.string() }),
  /** Entities in a text. Classes are their types, sorted. */
  z.object({ kind: z.literal('entities'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** Any number of these labels applies to a row. */
  z.object({ kind: z.literal('labels'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** Boxes in a picture. Classes are their types, sorted. */
  z.object({ kind: z.literal('boxes'), column: z.string(), classes: z.array(z.string()).min(1) }),
])
export type PlanTarget = z.infer<typeof PlanTarget>

/** A party that a plan names, and the edge that represents it. */
export const NamedParty = z.object({
  partyId: z.string(),
  /**
   * Fingerprint of its edge's Ed25519 key (`GetEdge` shows it). Empty while it has no edge, so that nobody can sign for
   * it.
   */
  key: z.string(),
})
export type NamedParty = z.infer<typeof NamedParty>

/** Minimum number of parties in a federated run. With fewer, a sum would reveal a party's own term. */
export const MIN_PARTIES = 2

const Scale = z.tuple([z.number(), z.number().nonnegative()])

/**
 * A model from the pool from which training starts, instead of a random one. Its parameters are stored beside the plan,
 * which names them by their hash, so a signature of the plan covers each of them.
 */
export const PlanStart = z.object({
  modelId: z.string(),
  /** Its name in the pool, and the task that made it, at the time it was chosen. */
  model: z.string(),
  task: z.string(),
  /** SHA-256 of the file that it was read from. */
  file: z.string(),
  /** Mean and deviation of each numeric column, as the model uses them. */
  scales: z.array(Scale),
  /** For a label that is a number. */
  scale: Scale.nullable(),
  /** For each column of categories, the places of other texts and of missing values. */
  rest: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])).optional(),
  /** SHA-256 (hex) of all its parameters, concatenated in file order: float64, little endian. */
  numbers: z.string(),
})
export type PlanStart = z.infer<typeof PlanStart>

/** The parts of a start that are shown to members. */
export const NamedStart = PlanStart.pick({ modelId: true, model: true, task: true })
export type NamedStart = z.infer<typeof NamedStart>

/**
 * Maximum number of parameters of a start. A model of entities has up to half as many weights, plus its features; nets
 * for pictures have 150,000.
 */
export const MAX_START_NUMBERS = 2 ** 21

/** The name of the file with a start's parameters, beside granted rows and in a run's folder. */
export const START_FILE = 'start.bin'

/** What a ticket covers, except for the hash of the code. `docs/reference/engine/signed.md` describes how it is hashed. */
export const Plan = z.object({
  data: PlanData,
  /** Null if the algorithm predicts nothing. */
  target: PlanTarget.nullable(),
  taskId: z.string(),
  algorithm: z.string(),
  parameters: Parameters,
  maxRounds: z.number().int().positive(),
  /** Sorted by id; empty while parties can still join. */
  parties: z.array(NamedParty),
  /** The minimum number of the named parties for a run; 0 while parties can still join. */
  fewest: z.number().int().nonnegative(),
  /** The seed of all random numbers in a run, made when joining is closed. */
  seed: z.string(),
  /** Ids of the parties whose own table is shown to the others, sorted; absent if no party agreed to that. */
  ownTables: z.array(z.string()).optional(),
  /** Absent if training starts from no model. */
  start: PlanStart.optional(),
  /** How long a run waits for an offline party; absent if it is `WAIT_MINUTES`. */
  waitMinutes: z.number().int().min(WAIT_BOUNDS.least).max(WAIT_BOUNDS.most).optional(),
})
export type Plan = z.infer<typeof Plan>

export const waitMinutesOf = ({ waitMinutes }: Pick<Plan, 'waitMinutes'>): number => waitMinutes ?? WAIT_MINUTES

/**
 * A single-party run: the protocol runs in one message at its one party, which keeps the model. Only its scores leave
 * the edge.
 */
export const isByItself = ({ parties }: Pick<Plan, 'parties'>) => parties.length === 1

/** Returns the columns used for prediction. Pictures are not columns for members. */
export function columnsOf({ data }: Pick<Plan, 'data'>): string[] {
  if (data.kind === 'table' || data.kind === 'graph') return data.columns.map(({ name }) => name)
  return data.kind === 'texts' || data.kind === 'tokens' ? [data.column] : []
}

/** Returns a table's columns; empty for other kinds of data. */
export const tableColumnsOf = ({ data }: Pick<Plan, 'data'>): PlanColumn[] =>
  data.kind === 'table' ? data.columns : []

/** Returns the columns of what is predicted: an event has a time beside the label. */
export const targetColumnsOf = ({ target }: Pick<Plan, 'target'>): string[] => {
  if (!target) return []
  return target.kind === 'event' ? [target.time, target.column] : [target.column]
}

/** Returns features and targets, each once: the granted columns. */
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
  /** How long a run waits for an offline party and retries. */
  waitSeconds: z.number().positive(),
  eventsUrl: z.string(),
})
export type RunSpec = z.infer<typeof RunSpec>

export const Metrics = z.record(z.string(), z.number())
export type Metrics = z.infer<typeof Metrics>

/**
 * The ends of the 95 % interval of each metric's difference, federated minus single-party; absent if there are too few
 * rows.
 */
export const Gains = z.record(z.string(), z.object({ low: z.number(), high: z.number() }))
export type Gains = z.infer<typeof Gains>

const PartyMetrics = z.object({
  partyId: z.string(),
  rows: z.number().int(),
  metrics: Metrics,
  aloneMetrics: Metrics.optional(),
  /** Intervals of the difference from `aloneMetrics`. */
  gains: Gains.optional(),
  seconds: z.number().optional(),
})

export const RunStep = z.enum(['starting', 'statistics', 'train', 'evaluate', 'export'])
export type RunStep = z.infer<typeof RunStep>

/**
 * Returns whether a text is an ISO 8601 time. Years outside 1000 to 2999 are refused, because not every database can
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
 * The quality of one model, and the data transferred so far. Only rows that the model has not seen are scored:
 * validation rows, or each row by a fit without it.
 */
const scoreFields = {
  /** The number of rounds of the scored model; 0 is the initial model. */
  scoredRound: z.number().int().nonnegative(),
  /** The number of rounds of the best model so far, which is kept if none is better; 0 while there is none. */
  bestRound: z.number().int().nonnegative(),
  metrics: Metrics,
  parties: z.array(PartyMetrics),
  /** Totals since the run began. */
  bytesUp: z.number(),
  bytesDown: z.number(),
}

export const RunEvent = z.discriminatedUnion('kind', [
  /** The parties that the run waits for from now on; empty once all are online again. */
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
  /** The scores of the last model, which no further round scores. */
  z.object({ ...eventBase, kind: z.literal('scored'), ...scoreFields }),
  /** The party is asked again if that can help. `failed` follows if the run gives up. */
  z.object({ ...eventBase, kind: z.literal('party-failed'), ...failureFields, partyId: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('finished'),
    metrics: Metrics,
    parties: z.array(PartyMetrics),
    /** Totals since the run began. */
    bytesUp: z.number(),
    bytesDown: z.number(),
  }),
  z.object({ ...eventBase, kind: z.literal('failed'), ...failureFields }),
])
export type RunEvent = z.infer<typeof RunEvent>

/** Why a run failed: the party, the step, the cause, and (in the code's text) what to try. */
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

/** Who ended a run early: a member finished or stopped it, or a party withdrew its consent ticket. */
export const RunEnding = z.object({
  kind: z.enum(['finished-early', 'stopped', 'withdrawn']),
  partyId: z.string(),
  /** Null if only the party is known, and for readers outside the run's parties. */
  member: z.string().nullable(),
  /** When it was requested or withdrawn; null for a withdrawal until the run has ended. */
  time: z.date().nullable(),
})
export type RunEnding = z.infer<typeof RunEnding>

/** How a model is scored: on validation rows, or on each row by the fit without it (leave-one-out). */
export const ScoredBy = z.enum(['rows', 'leave-one-out'])
export type ScoredBy = z.infer<typeof ScoredBy>

/** The work of a party on its current message: which work, how much is done, and how long the rest will take. */
export const PartyWork = z.object({
  what: z.enum(['reading', 'learning']),
  /** 0 at the beginning, 100 once it has answered. */
  percent: z.number().int().min(0).max(100),
  /** Null while it cannot be estimated. */
  secondsLeft: z.number().int().nonnegative().nullable(),
})
export type PartyWork = z.infer<typeof PartyWork>

/** A run as the console shows it. */
export const Run = z.object({
  id: z.string(),
  taskId: z.string(),
  phase: RunPhase,
  step: RunStep,
  round: z.number().int(),
  rounds: z.number().int(),
  /** 0 to 100. */
  progress: z.number(),
  startTime: z.date().nullable(),
  endTime: z.date().nullable(),
  elapsedMs: z.number(),
  metrics: Metrics,
  /** Null before it has ended, and if nothing is scored. */
  scoredBy: ScoredBy.nullable(),
  /** Intervals of its scores, and its scores at every threshold. Null before it has ended, and if nothing is scored. */
  scores: Scores.nullable(),
  /** If a number is predicted. */
  residuals: Residuals.nullable(),
  /** Its findings, if it makes no model. */
  table: Findings.nullable(),
  failure: RunFailure.nullable(),
  /** Null if it ended on its own, and before anybody asked it to end. */
  ending: RunEnding.nullable(),
  /** Parties that the run currently waits for. */
  waitingFor: z.array(z.string()),
  /** When the run gives up on the first of them. */
  waitingUntil: z.date().nullable(),
  lastSeq: z.number().int(),
  /** A member asked for the best model so far: the run ends after the current stage. */
  finishesEarly: z.boolean(),
  /**
   * Whether each party also trains on its own rows only, for comparison, as its plan states; absent if the algorithm
   * never does.
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
      /** For its current message; null if unknown. */
      work: PartyWork.nullable(),
      /** Since when the party's worker has given no sign of life; null if that is not too long. */
      silentSince: z.date().nullable(),
      /** The column that shows that several of its rows belong to one person. Scores are then too optimistic. */
      repeatedId: z.string().optional(),
      /** Columns in which its values differ clearly from the others'; its members were notified. */
      apart: z.array(z.string()).optional(),
      isOnline: z.boolean(),
      lastSeen: z.date().nullable(),
    }),
  ),
  abilities: z.object({ stop: z.boolean(), finishEarly: z.boolean(), resubmit: z.boolean() }),
})
export type Run = z.infer<typeof Run>

/** A stored run, for comparison with others: what it trained with, how it went, and its result. */
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
  /** Completed rounds, and the maximum. */
  round: z.number().int(),
  rounds: z.number().int(),
  /** When it was submitted; it starts once the engine has it. */
  createTime: z.date(),
  startTime: z.date().nullable(),
  endTime: z.date().nullable(),
  elapsedMs: z.number(),
  /** Of the stored model; for a failed run, of the last model that was scored. */
  metrics: Metrics,
  scoredBy: ScoredBy.nullable(),
  /** Null if the run stored no model here. */
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

/** Scores of each of a run's models, by ascending round; 0 is the initial model. */
export const RunRounds = z.object({
  /** The number of rounds of the stored model; null while there is none. */
  bestRound: z.number().int().nullable(),
  rounds: z.array(z.object({ round: z.number().int(), metrics: Metrics })),
})
export type RunRounds = z.infer<typeof RunRounds>
