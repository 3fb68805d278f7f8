import { z } from 'zod'
import { AlgorithmKind, BilingualText, Parameters } from './algorithm.ts'
import { TypeMismatch } from './column-types.ts'
import { ColumnMapping, ContentType } from './dataset.ts'
import { EdgeCode } from './edge-code.ts'
import { GrantStatus, StaleReason } from './grant.ts'
import { ClassRows, LONGEST_NAME, NamesStatus, PartyDifference } from './names.ts'
import { Readiness } from './readiness.ts'
import { NamedStart, RunPhase } from './run.ts'

export const TaskStatus = z.enum(['recruiting', 'training', 'completed', 'failed', 'stopped', 'disbanded'])
export type TaskStatus = z.infer<typeof TaskStatus>

export const Visibility = z.enum(['public', 'invite-only', 'private'])
export type Visibility = z.infer<typeof Visibility>

export const ResearchType = z.enum(['federated', 'independent'])
export type ResearchType = z.infer<typeof ResearchType>

/** Who may take part, and how the rows of those lie to each other: what older clients call a task's type. */
export const taskKindOf = (researchType: ResearchType): AlgorithmKind =>
  researchType === 'independent' ? 'local' : 'horizontal'

/** Who trains alone has nobody to approve: the task is in the pool or it is not. */
export const visibilitiesOf = (researchType: ResearchType): readonly Visibility[] =>
  researchType === 'independent' ? ['public', 'private'] : Visibility.options

/** Whether further parties may join; once it is closed the parties are named, and sign. */
export const Joining = z.enum(['open', 'closed'])
export type Joining = z.infer<typeof Joining>

export const TaskRole = z.enum(['initiator', 'participant'])
export type TaskRole = z.infer<typeof TaskRole>

export const TASK_LIMITS = { name: 20, description: 300 } as const

/** The columns, by name, that every party grants, and the one to predict: null exactly where the algorithm predicts nothing. */
export const ColumnSelection = z.object({
  /** None of pictures, which are granted themselves. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /** Where the label is an event: the column of times, and which of the label's two values is the event; of 0 and 1 it is 1. */
  time: z.string().optional(),
  event: z.string().optional(),
  /** Where the label has two classes: the one to find. Absent: the last one by its name or its agreed code. */
  positive: z.string().min(1).max(LONGEST_NAME).optional(),
})
export type ColumnSelection = z.infer<typeof ColumnSelection>

/** All that a party's rows need to have. */
export const selectedColumns = ({ columns, label, time }: ColumnSelection): string[] =>
  [...columns, label ?? undefined, time].filter((column) => column !== undefined)

export const TaskAlgorithm = z.object({ id: z.string(), name: z.string(), nameCn: z.string() })
export type TaskAlgorithm = z.infer<typeof TaskAlgorithm>

export const TaskAbilities = z.object({
  join: z.boolean(),
  apply: z.boolean(),
  quit: z.boolean(),
  disband: z.boolean(),
  delete: z.boolean(),
  invite: z.boolean(),
  answerInvitation: z.boolean(),
  edit: z.boolean(),
  offerData: z.boolean(),
  start: z.boolean(),
  /** To sign, who takes part must be settled. */
  closeJoining: z.boolean(),
  reopenJoining: z.boolean(),
  stop: z.boolean(),
  resubmit: z.boolean(),
  remind: z.boolean(),
  review: z.boolean(),
  watch: z.boolean(),
})
export type TaskAbilities = z.infer<typeof TaskAbilities>

export const Task = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  avatar: z.string().nullable(),
  partyId: z.string(),
  partyName: z.string(),
  visibility: Visibility,
  status: TaskStatus,
  /** How far its run is, while it trains. Platforms of earlier versions do not tell. */
  phase: RunPhase.optional(),
  researchType: ResearchType,
  kind: AlgorithmKind,
  algorithms: z.array(TaskAlgorithm),
  parameters: Parameters.nullable(),
  columnSelection: ColumnSelection.nullable(),
  originTaskId: z.string().nullable(),
  createdBy: z.string(),
  createTime: z.date(),
  partyCount: z.number().int(),
  rowCount: z.number().int(),
  /** Null while nobody knows, or the reader may not; platforms of earlier versions do not tell. */
  contentType: ContentType.nullable().optional(),
  /** The caller's own part in it, if any. */
  role: TaskRole.nullable(),
})
export type Task = z.infer<typeof Task>

/** A card of "my tasks": a training task, or an inference task on a model. */
export const TaskCard = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  avatar: z.string().nullable(),
  type: z.enum(['train', 'inference']),
  partyId: z.string(),
  partyName: z.string(),
  visibility: Visibility.nullable(),
  status: TaskStatus.nullable(),
  phase: RunPhase.optional(),
  researchType: ResearchType.nullable(),
  kind: AlgorithmKind.nullable(),
  role: TaskRole.nullable(),
  modelId: z.string().nullable(),
  createTime: z.date(),
  partyCount: z.number().int(),
  rowCount: z.number().int(),
  contentType: ContentType.nullable().optional(),
})
export type TaskCard = z.infer<typeof TaskCard>

/** One of the pool's models of the task's algorithm, and why it does not fit the plan, if it does not. */
export const StartCandidate = z.object({
  ...NamedStart.shape,
  partyName: z.string(),
  unfit: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
})
export type StartCandidate = z.infer<typeof StartCandidate>

export const TaskDetail = z.object({
  ...Task.shape,
  /** An algorithm is chosen and the initiator has offered data. */
  isComplete: z.boolean(),
  /** The caller's own copy of the trained model, once there is one. */
  modelId: z.string().nullable(),
  logUrl: z.string().nullable(),
  /** Of the plan to sign; null until algorithm and columns are chosen and joining is closed. */
  planHash: z.string().nullable(),
  /** Why no plan can be made of what the parties confirmed; absent where it can, or something is still to be chosen. */
  planFault: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
  /** Null: from a drawn one. */
  start: NamedStart.nullable(),
  /** Its algorithm may start from a model. */
  canResume: z.boolean(),
  /** Independent research names its own party from the start. */
  joining: Joining,
  /** Of the named parties, the least that a run may have; null while none are named. */
  fewest: z.number().int().nullable(),
  /** How long a run waits for a party that is away; null while none are named. Platforms of earlier versions do not tell. */
  waitMinutes: z.number().int().nullable().optional(),
  /** Set before, and left out of the plan: its algorithm no longer has them. Empty once a run has ended well. */
  droppedParameters: z.array(BilingualText),
  /** Columns of the task it was created from, until its own are chosen; absent where there is none. */
  proposedColumns: z.array(z.string()).optional(),
  /** For those who take part, before the start; absent where no classes are predicted or none are confirmed yet. */
  classRows: ClassRows.optional(),
  /** For those who take part, before the start, where two classes are predicted: the negative and the positive one. */
  positive: z.object({ classes: z.tuple([z.string(), z.string()]), isChosen: z.boolean() }).optional(),
  /** Before the start, for the initiator and the parties concerned; absent where nothing differs. */
  differences: z.array(PartyDifference).optional(),
  abilities: TaskAbilities,
})
export type TaskDetail = z.infer<typeof TaskDetail>

export const RegistrationStatus = z.enum(['applying', 'joined', 'rejected', 'left', 'invited', 'declined'])
export type RegistrationStatus = z.infer<typeof RegistrationStatus>

/** A party of the federation, as who may invite it finds it. */
export const Invitee = z.object({
  partyId: z.string(),
  partyName: z.string(),
  partyAvatar: z.string().nullable(),
  /** How it stands to the task; null where it never had to do with it. */
  status: RegistrationStatus.nullable(),
  registrationId: z.string().nullable(),
})
export type Invitee = z.infer<typeof Invitee>

/** A task to which the party of a dataset may be invited. */
export const TaskToInvite = z.object({
  taskId: z.string(),
  name: z.string(),
  createTime: z.date(),
  /** How that party stands to it; null where it never had to do with it. */
  status: RegistrationStatus.nullable(),
})
export type TaskToInvite = z.infer<typeof TaskToInvite>

export const Registration = z.object({
  id: z.string(),
  taskId: z.string(),
  partyId: z.string(),
  partyName: z.string(),
  partyAvatar: z.string().nullable(),
  role: TaskRole,
  status: RegistrationStatus,
  readiness: Readiness,
  grant: GrantStatus,
  /** What of it is not as it was signed; empty unless the ticket is stale. Platforms of earlier versions do not tell. */
  staleBecause: z.array(StaleReason).optional(),
  /** Null where there is nothing to compare yet; platforms of earlier versions do not tell. */
  edgeCode: EdgeCode.nullable().optional(),
  datasetId: z.string().nullable(),
  datasetName: z.string().nullable(),
  rowCount: z.number().int(),
  /** Whether it confirmed the categories and classes of its rows; platforms of earlier versions do not tell. */
  names: NamesStatus.optional(),
  /** Which of its columns holds something else than at the other parties; absent where all fit. */
  typeMismatch: TypeMismatch.optional(),
  /** How its columns came from the party's own; told to the party itself only. */
  mapping: z.array(ColumnMapping),
  /** The column by which several of its rows are of one person. */
  repeatedId: z.string().optional(),
  note: z.string(),
  canShowDetail: z.boolean(),
  isOnline: z.boolean(),
  lastSeen: z.date().nullable(),
  createTime: z.date(),
})
export type Registration = z.infer<typeof Registration>
