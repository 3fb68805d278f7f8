import { z } from 'zod'
import { Parameters } from './algorithm.ts'
import { EventTarget } from './event-target.ts'
import { WAIT_BOUNDS, WAIT_MINUTES } from './figures.ts'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/** A column as the model reads it. Texts that are none of its categories are "other", and so are all where there are none. */
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
  /** Of texts that are cut into tokens, a list in each row. */
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
    /** Class `i` has code `i`, in metrics, card and model: as the parties agreed, else sorted. Of two the last is the positive one, as the initiator chose. */
    classes: z.array(z.string()).min(2),
    /** The column holds whole numbers; classes are named "0", "1" then. */
    integral: z.boolean(),
  }),
  z.object({ kind: z.literal('number'), column: z.string() }),
  EventTarget,
  /** Whole numbers from 0 on. */
  z.object({ kind: z.literal('count'), column: z.string() }),
  /** What is named in a text: classes are the kinds of it, sorted. */
  z.object({ kind: z.literal('entities'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** Of these labels any number applies to a row. */
  z.object({ kind: z.literal('labels'), column: z.string(), classes: z.array(z.string()).min(1) }),
  /** What is where in a picture: classes are the kinds of it, sorted. */
  z.object({ kind: z.literal('boxes'), column: z.string(), classes: z.array(z.string()).min(1) }),
])
export type PlanTarget = z.infer<typeof PlanTarget>

/** A party that a plan names, and the edge that speaks for it. */
export const NamedParty = z.object({
  partyId: z.string(),
  /** Fingerprint of its edge's Ed25519 key (`GetEdge` shows it); empty while it has no edge, so that nobody signs for it. */
  key: z.string(),
})
export type NamedParty = z.infer<typeof NamedParty>

/** Of a federated run: one party's own term could be read off the sum. */
export const LEAST_PARTIES = 2

const Scale = z.tuple([z.number(), z.number().nonnegative()])

/** A model of the pool that training starts from, in place of a drawn one. Its numbers travel beside the plan, which names them by their hash: whoever signs it has signed for each. */
export const PlanStart = z.object({
  modelId: z.string(),
  /** What it was called in the pool, and the task that made it, when it was chosen. */
  model: z.string(),
  task: z.string(),
  /** SHA-256 of the file that it was read from. */
  file: z.string(),
  /** Mean and deviation of each number among the columns, in which the model takes them. */
  scales: z.array(Scale),
  /** Of a label that is a number. */
  scale: Scale.nullable(),
  /** Of each column of categories the places of other texts and of missing values. Absent of older models. */
  rest: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])).optional(),
  /** SHA-256 (hex) of all its numbers one behind the other, in the order of the file: float64, little endian. Empty in plans of before, under which nothing runs any more. */
  numbers: z.string(),
})
export type PlanStart = z.infer<typeof PlanStart>

/** By what people know it. */
export const NamedStart = PlanStart.pick({ modelId: true, model: true, task: true })
export type NamedStart = z.infer<typeof NamedStart>

/** Of a start: a model that finds entities has half as many weights at most, and its features beside them; nets over pictures have 150,000. */
export const MOST_START_NUMBERS = 2 ** 21

/** What the numbers of a start are called beside granted rows and in a run's folder. */
export const START_FILE = 'start.bin'

/** What a ticket covers, but for the code's hash. `docs/engine.md` says how it is hashed. */
export const Plan = z.object({
  data: PlanData,
  /** Null where the algorithm predicts nothing. */
  target: PlanTarget.nullable(),
  taskId: z.string(),
  algorithm: z.string(),
  parameters: Parameters,
  maxRounds: z.number().int().positive(),
  /** Sorted by id. Empty in plans of before parties were named, under which nothing runs any more. */
  parties: z.array(NamedParty),
  /** Of the named parties, the least that a run may have; 0 in plans of before. */
  fewest: z.number().int().nonnegative(),
  /** What is drawn at random in a run follows from it; made when joining is closed. */
  seed: z.string(),
  /** Ids of parties whose own table is shown to the others, sorted; absent where no party agreed to that. */
  ownTables: z.array(z.string()).optional(),
  /** Absent where it starts from none. */
  start: PlanStart.optional(),
  /** How long a run waits for a party that is away; absent where it is `WAIT_MINUTES`, as in plans of before. */
  waitMinutes: z.number().int().min(WAIT_BOUNDS.least).max(WAIT_BOUNDS.most).optional(),
})
export type Plan = z.infer<typeof Plan>

export const waitMinutesOf = ({ waitMinutes }: Pick<Plan, 'waitMinutes'>): number => waitMinutes ?? WAIT_MINUTES

/** The protocol runs in one message at its one party, which keeps the model: what leaves is how well it does. */
export const isByItself = ({ parties }: Pick<Plan, 'parties'>) => parties.length === 1

/** What is predicted from, by its columns; pictures are no column of people's. */
export function columnsOf({ data }: Pick<Plan, 'data'>): string[] {
  if (data.kind === 'table' || data.kind === 'graph') return data.columns.map(({ name }) => name)
  return data.kind === 'texts' || data.kind === 'tokens' ? [data.column] : []
}

/** A table's columns; none of any other kind of data. */
export const tableColumnsOf = ({ data }: Pick<Plan, 'data'>): PlanColumn[] =>
  data.kind === 'table' ? data.columns : []

/** What is predicted, by its columns: an event has a time beside the label. */
export const targetColumnsOf = ({ target }: Pick<Plan, 'target'>): string[] => {
  if (!target) return []
  return target.kind === 'event' ? [target.time, target.column] : [target.column]
}

/** Features and what is predicted, each once: what is granted. */
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
  /** How long a party that is away is waited for, and asked again. */
  waitSeconds: z.number().positive(),
  eventsUrl: z.string(),
})
export type RunSpec = z.infer<typeof RunSpec>

export const Metrics = z.record(z.string(), z.number())
export type Metrics = z.infer<typeof Metrics>

/** The ends of the 95 % interval of each metric's difference, together less alone; absent where the rows do not tell. */
export const Gains = z.record(z.string(), z.object({ low: z.number(), high: z.number() }))
export type Gains = z.infer<typeof Gains>

const PartyMetrics = z.object({
  partyId: z.string(),
  rows: z.number().int(),
  metrics: Metrics,
  aloneMetrics: Metrics.optional(),
  /** Beside `aloneMetrics`; absent in runs of before. */
  gains: Gains.optional(),
  seconds: z.number().optional(),
})

export const RunStep = z.enum(['starting', 'statistics', 'train', 'evaluate', 'export'])
export type RunStep = z.infer<typeof RunStep>

/** ISO 8601; a year that no clock shows is refused, as not every database can keep it. */
const isMoment = (text: string) => /^[12]\d{3}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const eventBase = { runId: z.string(), seq: z.number().int().positive(), time: z.string().refine(isMoment, 'no time') }
const failureFields = {
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  partyId: z.string().optional(),
  step: RunStep.optional(),
  round: z.number().int().optional(),
}

/** How good one model is, and what the run has moved so far. Scored are rows that the model has not seen: held aside, or of the fold it was fitted without. */
const scoreFields = {
  /** The model after so many rounds; 0 is the one that nobody trained. */
  scoredRound: z.number().int().nonnegative(),
  /** After how many rounds the best model so far stood, the one that is kept if none is better; 0 while there is none. */
  bestRound: z.number().int().nonnegative(),
  metrics: Metrics,
  parties: z.array(PartyMetrics),
  /** Totals since the run began. */
  bytesUp: z.number(),
  bytesDown: z.number(),
}

export const RunEvent = z.discriminatedUnion('kind', [
  /** Who is waited for from now on: nobody, once all are there again. */
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
  /** The scores of a model that no round scores any more: the last one. */
  z.object({ ...eventBase, kind: z.literal('scored'), ...scoreFields }),
  /** It is asked again, where that may help: `failed` follows where it is given up. */
  z.object({ ...eventBase, kind: z.literal('party-failed'), ...failureFields, partyId: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('finished'),
    metrics: Metrics,
    parties: z.array(PartyMetrics),
    /** Totals; absent in runs of before, whose last scores have them. */
    bytesUp: z.number().optional(),
    bytesDown: z.number().optional(),
  }),
  z.object({ ...eventBase, kind: z.literal('failed'), ...failureFields }),
])
export type RunEvent = z.infer<typeof RunEvent>

/** Why a run ended badly: who, where, why, and (by the code's text) what to try. */
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

/** Who ended a run before its time: a member finished it early or stopped it, or a party withdrew its consent ticket. */
export const RunEnding = z.object({
  kind: z.enum(['finished-early', 'stopped', 'withdrawn']),
  partyId: z.string(),
  /** Null where only the party is known, and for readers outside the run's parties. */
  member: z.string().nullable(),
  /** When it was requested; null in runs before 2.8. */
  time: z.date().nullable(),
})
export type RunEnding = z.infer<typeof RunEnding>

/** By what a model is scored: rows that nobody trained on, or folds that one fit each left out. */
export const ScoredBy = z.enum(['rows', 'folds'])
export type ScoredBy = z.infer<typeof ScoredBy>

/** Of the message that a party works on: which work, how much of it is done, and how long the rest will take. */
export const PartyWork = z.object({
  what: z.enum(['reading', 'learning']),
  /** 0 as it begins, 100 once it has answered. */
  percent: z.number().int().min(0).max(100),
  /** Null as long as nobody can say. */
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
  /** Null before it has ended, where nothing is scored, and of runs up to 2.6. */
  scoredBy: ScoredBy.nullable(),
  /** How sure its scores are, and how it does at any threshold. Null before it has ended, where nothing is scored, and of runs of before. */
  scores: Scores.nullable(),
  /** Where a number is estimated. */
  residuals: Residuals.nullable(),
  /** What it found, where it makes no model. */
  table: Findings.nullable(),
  failure: RunFailure.nullable(),
  /** Null where it ended by itself, and before anybody asked it to end. */
  ending: RunEnding.nullable(),
  /** Parties that are waited for just now. */
  waitingFor: z.array(z.string()),
  /** When the first of them is given up. */
  waitingUntil: z.date().nullable(),
  lastSeq: z.number().int(),
  /** Somebody asked for the best model so far: it ends after the stage that goes on. */
  finishesEarly: z.boolean(),
  /** Whether each party also trains on its own rows only, to compare, as its plan says; absent where an algorithm never does, and of runs of before. */
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
      /** On the message that it has just now; null where nothing is known of it. */
      work: PartyWork.nullable(),
      /** Since when what works there has given no sign of life, where that is too long. */
      silentSince: z.date().nullable(),
      /** The column by which several of its rows are of one person: scores are then too good. */
      repeatedId: z.string().optional(),
      /** Columns in which its values lie apart from the others': its members were pointed to them. */
      apart: z.array(z.string()).optional(),
      isOnline: z.boolean(),
      lastSeen: z.date().nullable(),
    }),
  ),
  abilities: z.object({ stop: z.boolean(), finishEarly: z.boolean(), resubmit: z.boolean() }),
})
export type Run = z.infer<typeof Run>

/** A run that is kept, to be held against others: what it trained with, how it went and what came of it. */
export const KeptRun = z.object({
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
  /** Rounds that it finished, of so many at most. */
  round: z.number().int(),
  rounds: z.number().int(),
  /** When it was submitted; it starts once the engine has it. */
  createTime: z.date(),
  startTime: z.date().nullable(),
  endTime: z.date().nullable(),
  elapsedMs: z.number(),
  /** Of the model that was kept; of a run that ended badly, of the last that was scored. */
  metrics: Metrics,
  scoredBy: ScoredBy.nullable(),
  /** Null where the run kept no model here. */
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
export type KeptRun = z.infer<typeof KeptRun>

/** How good each of a run's models was, by rising round; 0 is the one that nobody trained. */
export const RunRounds = z.object({
  /** After how many rounds the model stood that is kept; null while there is none. */
  bestRound: z.number().int().nullable(),
  rounds: z.array(z.object({ round: z.number().int(), metrics: Metrics })),
})
export type RunRounds = z.infer<typeof RunRounds>
