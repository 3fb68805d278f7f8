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

/** Returns the type of a task as the specification calls it: who can take part, and how the parties' rows relate. */
export const taskKindOf = (researchType: ResearchType): AlgorithmKind =>
  researchType === 'independent' ? 'local' : 'horizontal'

/**
 * Returns the possible visibilities of a task. Single-party research has no applicants to approve, so it is either in
 * the pool or private.
 */
export const visibilitiesOf = (researchType: ResearchType): readonly Visibility[] =>
  researchType === 'independent' ? ['public', 'private'] : Visibility.options

/** Whether further parties can join. Once joining is closed, the parties are named and can sign. */
export const Joining = z.enum(['open', 'closed'])
export type Joining = z.infer<typeof Joining>

export const TaskRole = z.enum(['initiator', 'participant'])
export type TaskRole = z.infer<typeof TaskRole>

/**
 * The names of the columns that every party grants, and of the label. The label is null if and only if the algorithm
 * predicts nothing.
 */
export const ColumnSelection = z.object({
  /** Names of the columns. Empty for pictures, which are granted as a whole. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /**
   * If the label is an event: the time column, and the value of the label that is the event. For the values 0 and 1,
   * the event is 1.
   */
  time: z.string().optional(),
  event: z.string().optional(),
  /**
   * If the label has two classes: the positive class. If undefined, it is the last one by its agreed code or its name.
   */
  positive: z.string().min(1).max(MAX_NAME).optional(),
})
export type ColumnSelection = z.infer<typeof ColumnSelection>

/** Returns all columns that the rows of a party must have. */
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
  /** Whether the actor may close joining. Parties can sign only after that. */
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
  /** The phase of the task's run while the task is training. */
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
  /** The kind of data; null while it is unknown, or if the reader may not see it. */
  contentType: ContentType.nullable(),
  /** The role of the caller's party in the task, if any. */
  role: TaskRole.nullable(),
})
export type Task = z.infer<typeof Task>

/** An entry of "my tasks": a training task, or an inference task with a model. */
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

/** A model of the pool for the task's algorithm. If the model does not fit the plan, the reason is included. */
export const StartCandidate = z.object({
  ...NamedStart.shape,
  partyName: z.string(),
  unfit: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
})
export type StartCandidate = z.infer<typeof StartCandidate>

export const TaskDetail = z.object({
  ...Task.shape,
  /** Whether an algorithm is chosen and the initiator has offered data. */
  isComplete: z.boolean(),
  /** Id of the trained model that the caller's party owns; null while there is none. */
  modelId: z.string().nullable(),
  logUrl: z.string().nullable(),
  /** Hash of the plan that parties sign; null until algorithm and columns are chosen and joining is closed. */
  planHash: z.string().nullable(),
  /**
   * Why the names that the parties confirmed allow no plan; undefined if they do, or if something has not been chosen
   * yet.
   */
  planFault: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
  /** The start model; null if training starts from random weights. */
  start: NamedStart.nullable(),
  /** Whether the task's algorithm can start from a model. */
  canResume: z.boolean(),
  /** Whether parties can join. Single-party research names its only party from the start. */
  joining: Joining,
  /** Minimum number of named parties in a run; null while no parties are named. */
  fewest: z.number().int().nullable(),
  /** Time in minutes that a run waits for an offline party; null while parties can still join. */
  waitMinutes: z.number().int().nullable(),
  /**
   * Parameters that were set but are left out of the plan, because the algorithm no longer has them. Empty once a run
   * has finished.
   */
  droppedParameters: z.array(BilingualText),
  /**
   * Columns of the task on which this task is based, until its own columns are chosen; undefined if there is no such
   * task.
   */
  proposedColumns: z.array(z.string()).optional(),
  /**
   * Row counts of the classes, for participants before the start; undefined if no classes are predicted or none are
   * confirmed yet.
   */
  classRows: ClassRows.optional(),
  /** The negative and the positive class, for participants before the start, if two classes are predicted. */
  positive: z.object({ classes: z.tuple([z.string(), z.string()]), isChosen: z.boolean() }).optional(),
  /**
   * Differences between the parties' data, before the start, for the initiator and the parties concerned; undefined if
   * there are none.
   */
  differences: z.array(PartyDifference).optional(),
  abilities: TaskAbilities,
})
export type TaskDetail = z.infer<typeof TaskDetail>

export const RegistrationStatus = z.enum(['applying', 'joined', 'rejected', 'left', 'invited', 'declined'])
export type RegistrationStatus = z.infer<typeof RegistrationStatus>

/** A party of the federation, as a member sees it who can invite the party. */
export const Invitee = z.object({
  partyId: z.string(),
  partyName: z.string(),
  partyAvatar: z.string().nullable(),
  /** The party's relation to the task; null if it never had any. */
  status: RegistrationStatus.nullable(),
  registrationId: z.string().nullable(),
})
export type Invitee = z.infer<typeof Invitee>

/** A task to which the owner of a dataset can be invited. */
export const TaskToInvite = z.object({
  taskId: z.string(),
  name: z.string(),
  createTime: z.date(),
  /** The owner's relation to the task; null if it never had any. */
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
  /** The parts of the plan that differ from the signed version; empty unless the ticket is stale. */
  staleBecause: z.array(StaleReason),
  /** How the code of the party's edge compares; null if there is nothing to compare yet. */
  edgeCode: EdgeCode.nullable(),
  datasetId: z.string().nullable(),
  datasetName: z.string().nullable(),
  rowCount: z.number().int(),
  /** Whether the party has confirmed the categories and classes of its rows. */
  names: NamesStatus,
  /** The party's first column whose type differs from the other parties'; undefined if all types fit. */
  typeMismatch: TypeMismatch.optional(),
  /** How the columns are derived from the party's own columns. Only members of this party see it. */
  mapping: z.array(ColumnMapping),
  /** The column whose value identifies a person, if several of the party's rows belong to one person. */
  repeatedId: z.string().optional(),
  note: z.string(),
  canShowDetail: z.boolean(),
  isOnline: z.boolean(),
  lastSeen: z.date().nullable(),
  createTime: z.date(),
})
export type Registration = z.infer<typeof Registration>
