import { z } from 'zod'
import { AlgorithmKind, Parameters } from './algorithm.ts'
import { TypeMismatch } from './column-types.ts'
import { ColumnMapping, ContentType } from './dataset.ts'
import { EdgeCode } from './edge-code.ts'
import { GrantStatus, StaleReason } from './grant.ts'
import { BilingualText } from './language.ts'
import { ClassRows, MAX_NAME, NamesStatus, PartyDifference } from './names.ts'
import { Readiness } from './readiness.ts'
import { NamedStart, RunPhase } from './run.ts'

export const TaskStatus = z.enum(['recruiting', 'training', 'completed', 'failed', 'stopped', 'disbanded'])
export type TaskStatus = z.infer<typeof TaskStatus>

export const Visibility = z.enum(['public', 'invite-only', 'private'])
export type Visibility = z.infer<typeof Visibility>

export const ResearchType = z.enum(['federated', 'independent'])
export type ResearchType = z.infer<typeof ResearchType>

/** Returns who can take part and how their rows relate, which the specification calls the type of a task. */
export const taskKindOf = (researchType: ResearchType): AlgorithmKind =>
  researchType === 'independent' ? 'local' : 'horizontal'

/** Single-party research has nobody to approve: the task is in the pool or it is not. */
export const visibilitiesOf = (researchType: ResearchType): readonly Visibility[] =>
  researchType === 'independent' ? ['public', 'private'] : Visibility.options

/** Whether further parties can join. Once it is closed, the parties are named and can sign. */
export const Joining = z.enum(['open', 'closed'])
export type Joining = z.infer<typeof Joining>

export const TaskRole = z.enum(['initiator', 'participant'])
export type TaskRole = z.infer<typeof TaskRole>

/**
 * The columns, by name, that every party grants, and the one to predict, which is null exactly if the algorithm
 * predicts nothing.
 */
export const ColumnSelection = z.object({
  /** Empty for pictures, which are granted themselves. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /** If the label is an event: the column of times, and the label's value that is the event; of 0 and 1 it is 1. */
  time: z.string().optional(),
  event: z.string().optional(),
  /** If the label has two classes: the positive one. Absent: the last one by its name or its agreed code. */
  positive: z.string().min(1).max(MAX_NAME).optional(),
})
export type ColumnSelection = z.infer<typeof ColumnSelection>

/** Returns all columns that a party's rows need. */
export const selectedColumns = ({ columns, label, time }: ColumnSelection): string[] =>
  [...columns, label ?? undefined, time].filter((column) => column !== undefined)

export const TaskAlgorithm = z.object({ id: z.string(), name: BilingualText })
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
  /** Parties can sign only after joining is closed. */
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
  /** The phase of its run, while it trains. */
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
  /** Null while it is unknown, or if the reader cannot see it. */
  contentType: ContentType.nullable(),
  /** The caller's own role in it, if any. */
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
  contentType: ContentType.nullable(),
})
export type TaskCard = z.infer<typeof TaskCard>

/** A model in the pool with the task's algorithm, and the reason if it does not fit the plan. */
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
  /** Hash of the plan to sign; null until algorithm and columns are chosen and joining is closed. */
  planHash: z.string().nullable(),
  /** Why no plan can be made of what the parties confirmed; absent if it can, or if something is still to be chosen. */
  planFault: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
  /** Null: from a random model. */
  start: NamedStart.nullable(),
  /** Whether its algorithm can start from a model. */
  canResume: z.boolean(),
  /** Single-party research names its own party from the start. */
  joining: Joining,
  /** Minimum number of the named parties for a run; null while none are named. */
  fewest: z.number().int().nullable(),
  /** How long a run waits for an offline party; null while parties can still join. */
  waitMinutes: z.number().int().nullable(),
  /**
   * Parameters that were set but are left out of the plan, because its algorithm no longer has them. Empty once a run
   * has finished.
   */
  droppedParameters: z.array(BilingualText),
  /** Columns of the task from which it was created, until its own are chosen; absent if there is none. */
  proposedColumns: z.array(z.string()).optional(),
  /** For participants, before the start; absent if no classes are predicted or none are confirmed yet. */
  classRows: ClassRows.optional(),
  /** For participants, before the start, if two classes are predicted: the negative and the positive one. */
  positive: z.object({ classes: z.tuple([z.string(), z.string()]), isChosen: z.boolean() }).optional(),
  /** Before the start, for the initiator and the parties concerned; absent if nothing differs. */
  differences: z.array(PartyDifference).optional(),
  abilities: TaskAbilities,
})
export type TaskDetail = z.infer<typeof TaskDetail>

export const RegistrationStatus = z.enum(['applying', 'joined', 'rejected', 'left', 'invited', 'declined'])
export type RegistrationStatus = z.infer<typeof RegistrationStatus>

/** A party of the federation, as a member who can invite it sees it. */
export const Invitee = z.object({
  partyId: z.string(),
  partyName: z.string(),
  partyAvatar: z.string().nullable(),
  /** Its relation to the task; null if it never had any. */
  status: RegistrationStatus.nullable(),
  registrationId: z.string().nullable(),
})
export type Invitee = z.infer<typeof Invitee>

/** A task to which the party of a dataset can be invited. */
export const TaskToInvite = z.object({
  taskId: z.string(),
  name: z.string(),
  createTime: z.date(),
  /** That party's relation to the task; null if it never had any. */
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
  /** What differs from the signed version; empty unless the ticket is stale. */
  staleBecause: z.array(StaleReason),
  /** Null if there is nothing to compare yet. */
  edgeCode: EdgeCode.nullable(),
  datasetId: z.string().nullable(),
  datasetName: z.string().nullable(),
  rowCount: z.number().int(),
  /** Whether it confirmed the categories and classes of its rows. */
  names: NamesStatus,
  /** The first of its columns whose type differs from the other parties'; absent if all fit. */
  typeMismatch: TypeMismatch.optional(),
  /** How its columns were made from the party's own; only for the party itself. */
  mapping: z.array(ColumnMapping),
  /** The column that shows that several of its rows belong to one person. */
  repeatedId: z.string().optional(),
  note: z.string(),
  canShowDetail: z.boolean(),
  isOnline: z.boolean(),
  lastSeen: z.date().nullable(),
  createTime: z.date(),
})
export type Registration = z.infer<typeof Registration>
