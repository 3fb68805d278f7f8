import { z } from 'zod'
import { Parameters } from '../algorithm.ts'
import { ContentType } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { TASK_INVITE_DAYS, WAIT_MINUTES } from '../figures.ts'
import { BilingualText } from '../language.ts'
import { TaskSort } from '../pools.ts'
import { ComparableRun, Run, RunEvent, RunRounds } from '../run.ts'
import {
  ColumnSelection,
  Invitee,
  Registration,
  StartCandidate,
  Task,
  TaskCard,
  TaskDetail,
  TaskToInvite,
} from '../task.ts'
import { ALGORITHM_NAME, WireTaskAlgorithm } from './algorithm.ts'
import { jsonString, orAll, renamed, WireBoolean, WirePartyId, WireTime } from './codec.ts'
import { WireDataset } from './dataset.ts'
import { cardStatus, registrationId, statusWithPhase } from './older/task.ts'
import { pageInput, pageOf } from './page.ts'
import { WireRunEnding } from './run-ending.ts'
import {
  WireAlgorithmKind,
  WireCardType,
  WireReadiness,
  WireRegistrationStatus,
  WireResearchType,
  WireReview,
  WireTaskRole,
  WireTaskStatus,
  WireVisibility,
} from './vocabulary.ts'

/**
 * The selection of columns. In the API, the label is a text, which is empty if nothing is predicted. Absent and null
 * are read as empty, too.
 */
const WireColumnSelection = jsonString(
  z.codec(z.object({ ...ColumnSelection.shape, label: z.string().nullish() }), ColumnSelection, {
    decode: ({ label, ...selection }) => ({ ...selection, label: label || null }),
    encode: ({ label, ...selection }) => ({ ...selection, label: label ?? '' }),
  }),
)
const taskFields = {
  partyId: WirePartyId,
  visibility: WireVisibility,
  status: WireTaskStatus,
  researchType: WireResearchType,
  kind: WireAlgorithmKind,
  algorithms: jsonString(z.array(WireTaskAlgorithm)),
  parameters: jsonString(Parameters).nullable(),
  columnSelection: WireColumnSelection.nullable(),
  createTime: WireTime,
  role: WireTaskRole.nullable(),
}
const taskNames = {
  description: 'content',
  partyName: 'partyId_dictText',
  visibility: 'permission',
  status: 'recruitStatus',
  researchType: 'jobType',
  kind: 'flType',
  algorithms: ['compoments', 'components'],
  columnSelection: ['columnAndFeature', 'columeAndFeature'],
  createdBy: 'createBy',
  partyCount: 'partyNums',
  rowCount: 'rowsNum',
} as const
export const WireTask = renamed(
  { ...Task.shape, ...taskFields },
  { ...taskNames, rowCount: 'rowNums' },
  statusWithPhase,
)
export const WireTaskDetail = renamed(
  { ...TaskDetail.shape, ...taskFields },
  { ...taskNames, rowCount: 'rowNums', isComplete: 'completeFlag' },
  statusWithPhase,
)
export const WireTaskCard = renamed(
  {
    ...TaskCard.shape,
    type: WireCardType,
    partyId: WirePartyId,
    visibility: WireVisibility.nullable(),
    status: WireTaskStatus.nullable(),
    researchType: WireResearchType.nullable(),
    kind: WireAlgorithmKind.nullable(),
    role: WireTaskRole.nullable(),
    createTime: WireTime,
  },
  {
    description: 'content',
    partyName: 'partyId_dictText',
    visibility: 'permission',
    status: 'recruitStatus',
    researchType: 'jobType',
    kind: 'flType',
    modelId: 'modelInfoId',
    partyCount: 'partyNums',
    rowCount: 'rowNums',
  },
  cardStatus,
)
export const WireRegistration = renamed(
  {
    ...Registration.shape,
    partyId: WirePartyId,
    role: WireTaskRole,
    status: WireRegistrationStatus,
    readiness: WireReadiness,
    createTime: WireTime,
    lastSeen: WireTime.nullable(),
  },
  {
    taskId: 'recruitId',
    status: 'registStatus',
    readiness: 'envStatus',
    datasetId: 'dataId',
    datasetName: 'name',
    rowCount: 'rowsNum',
    note: 'message',
  },
  registrationId,
)
export const WireRun = renamed({
  ...Run.shape,
  startTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  waitingUntil: WireTime.nullable(),
  ending: WireRunEnding.nullable(),
  parties: z.array(
    renamed({
      ...Run.shape.parties.element.shape,
      partyId: WirePartyId,
      silentSince: WireTime.nullable(),
      lastSeen: WireTime.nullable(),
    }),
  ),
})
const WireComparableRun = renamed({
  ...ComparableRun.shape,
  createTime: WireTime,
  startTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  ending: WireRunEnding.nullable(),
  parties: z.array(renamed({ ...ComparableRun.shape.parties.element.shape, partyId: WirePartyId })),
})

const base = '/platform/flJobRecruit'
const byId = renamed({ taskId: z.string() }, { taskId: 'id' })
const byRegistration = renamed({ registrationId: z.string() }, { registrationId: 'registId' })

/** A list of algorithms. Its first element is the task's algorithm. */
const algorithms = jsonString(
  z.array(renamed({ id: z.string().optional(), name: BilingualText.partial().optional() }, ALGORITHM_NAME)),
).optional()
const newTask = {
  name: z.string(),
  description: z.string(),
  avatar: z.string().nullable().optional(),
  partyId: WirePartyId.optional(),
  visibility: WireVisibility,
  algorithms,
  registrations: z
    .array(renamed({ datasetId: z.string(), partyId: WirePartyId.optional() }, { datasetId: 'dataId' }))
    .optional(),
  parameters: jsonString(Parameters).optional(),
}
const newTaskNames = {
  description: 'content',
  visibility: 'permission',
  algorithms: ['compoments', 'components'],
  registrations: 'flJobRegistList',
} as const
export const CreateTask = endpoint({
  method: 'POST',
  path: `${base}/createJob`,
  input: renamed(
    {
      ...newTask,
      researchType: WireResearchType,
      /** Id of another task of the same initiator whose columns are proposed for this task. */
      fromTaskId: z.string().optional(),
    },
    { ...newTaskNames, researchType: ['jobType', 'sctype'] },
  ),
  output: z.string(),
  summary: "Creates a task with the caller's party as its initiator, and returns its id.",
})
export const CreateLocalTask = endpoint({
  method: 'POST',
  path: `${base}/createLocalJob`,
  input: renamed(newTask, newTaskNames),
  output: z.string(),
  summary: 'Creates independent research and returns its id.',
  description: "Only the caller's party trains.",
})
export const UpdateTask = endpoint({
  method: 'PUT',
  path: `${base}/update`,
  input: renamed(
    {
      taskId: z.string(),
      parameters: jsonString(Parameters).optional(),
      algorithmId: z.string().optional(),
      /** The algorithms in the form of `createJob`, instead of `algorithmId` and `updateData`. */
      algorithms,
      datasetId: z.string().optional(),
      name: z.string().optional(),
      description: z.string().optional(),
      visibility: WireVisibility.optional(),
    },
    {
      taskId: 'id',
      description: 'content',
      visibility: 'permission',
      datasetId: 'dataId',
      algorithms: ['compoments', 'components'],
    },
  ),
  output: WireTaskDetail,
  summary: "Changes a task's algorithm, data, parameters or texts while it recruits.",
  description: 'A change of the plan makes tickets stale.',
})
export const UpdateColumnSelection = endpoint({
  method: 'PUT',
  path: `${base}/update_column_and_feature`,
  input: renamed(
    { taskId: z.string(), columnSelection: WireColumnSelection },
    { taskId: 'id', columnSelection: ['columeAndFeature', 'columnAndFeature'] },
  ),
  output: WireTaskDetail,
  summary: 'Sets the columns that every party grants, and the label if the algorithm predicts one.',
})
export const ListStarts = endpoint({
  method: 'GET',
  path: `${base}/starts`,
  input: byId,
  output: z.array(StartCandidate),
  summary: 'Lists models of the pool from which a task can start, and why others do not fit.',
})
export const ChooseStart = endpoint({
  method: 'PUT',
  path: `${base}/start`,
  input: renamed({ taskId: z.string(), modelId: z.string().nullable() }, { taskId: 'id' }),
  output: WireTaskDetail,
  summary: 'Sets the model of the pool from which a task starts.',
  description: 'null is a random start. The change makes tickets stale.',
})
export const DeleteTask = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  input: byId,
  summary: 'Deletes a finished or failed task.',
  description: 'Its models stay.',
})
export const GetTask = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: byId,
  output: WireTaskDetail,
  summary: 'Returns one task with what the caller can do.',
})
export const GetRegistrations = endpoint({
  method: 'GET',
  path: `${base}/queryFlJobRegistByMainId`,
  access: 'user',
  input: byId,
  output: renamed(
    {
      joined: renamed(
        { registrations: z.array(WireRegistration), partyCount: z.number(), rowCount: z.number() },
        { registrations: 'flJobRegistList', partyCount: 'partyNums', rowCount: 'rowNums' },
      ),
      mine: WireRegistration.nullable(),
      progress: renamed(
        { elapsedSeconds: z.number().optional(), progress: z.number().optional() },
        { elapsedSeconds: 'fElapsed', progress: 'fProgress' },
      ),
      /** Applications that the initiator has not decided yet. Not in the original API specification. */
      applications: z.array(WireRegistration),
      /** For the initiator: parties that were invited and have not joined yet. */
      invitations: z.array(WireRegistration),
    },
    { joined: 'flJobRegistByMainId', mine: 'myFlJobRegistByMainId', progress: 'jobInfoByRecruitId' },
  ),
  summary: "Returns the participants of a task with their readiness, and the caller's own registration.",
})
export const CreateTaskInvite = endpoint({
  method: 'GET',
  path: `${base}/inviteCode`,
  input: byId,
  output: z.string(),
  summary: `Returns a single-use invite code for the task, valid for ${TASK_INVITE_DAYS} days.`,
})
export const ListInvitees = endpoint({
  method: 'GET',
  path: `${base}/parties`,
  input: renamed({ taskId: z.string(), name: z.string().optional(), ...pageInput }, { taskId: 'id' }),
  output: pageOf(
    renamed(
      { ...Invitee.shape, partyId: WirePartyId, status: WireRegistrationStatus.nullable() },
      { registrationId: 'registId', status: 'registStatus' },
    ),
  ),
  summary: 'Lists the parties that can be invited to a task, with their registration status.',
})
export const ListTasksToInvite = endpoint({
  method: 'GET',
  path: `${base}/tasksToInvite`,
  input: renamed({ datasetId: z.string() }, { datasetId: 'dataId' }),
  output: z.array(
    renamed(
      { ...TaskToInvite.shape, createTime: WireTime, status: WireRegistrationStatus.nullable() },
      { taskId: 'id', status: 'registStatus' },
    ),
  ),
  summary: "Lists the caller's tasks to which the party of a dataset can be invited, newest first.",
})
export const InviteParty = endpoint({
  method: 'POST',
  path: `${base}/inviteParty`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), partyId: WirePartyId }, { taskId: 'id' }),
  summary: 'Invites a party to a task.',
  description: "The party then sees the task and can join it, whatever the task's visibility.",
})
export const TakeBackInvitation = endpoint({
  method: 'POST',
  path: `${base}/withdrawInvitation`,
  carrier: 'form',
  input: byRegistration,
  summary: 'Withdraws an invitation that the party has not accepted.',
})
export const AnswerInvitation = endpoint({
  method: 'POST',
  path: `${base}/answerInvitation`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), answer: WireReview }, { taskId: 'id', answer: 'checkStatus' }),
  summary: 'Accepts or declines an invitation.',
  description: 'Accepting joins the task.',
})
export const JoinByCode = endpoint({
  method: 'POST',
  path: `${base}/joinJob`,
  carrier: 'form',
  input: z.object({ inviteCode: z.string() }),
  output: WireRegistration,
  summary: 'Joins a task with an invite code.',
})
export const JoinTask = endpoint({
  method: 'POST',
  path: `${base}/regist`,
  carrier: 'form',
  input: renamed(
    { taskId: z.string(), note: z.string().optional() },
    { taskId: 'recruitId', note: ['messsage', 'message'] },
  ),
  output: WireRegistration,
  summary: 'Joins a public task or accepts an invitation, or applies to a task by invitation.',
})
export const ReviewApplication = endpoint({
  method: 'POST',
  path: `${base}/checkRegist`,
  carrier: 'form',
  input: renamed(
    { registrationId: z.string(), verdict: WireReview },
    { registrationId: 'registId', verdict: 'checkStatus' },
  ),
  summary: 'Approves or rejects an application to join a task.',
})
export const QuitTask = endpoint({
  method: 'POST',
  path: `${base}/exitRegist`,
  carrier: 'form',
  input: byRegistration,
  summary: 'Leaves a task, or disbands it as its initiator.',
  description: 'Only while the task recruits.',
})
export const GetInitiatorDataset = endpoint({
  method: 'GET',
  path: `${base}/queryFlJobDataInfo`,
  input: byId,
  output: WireDataset.nullable(),
  summary: "Returns the initiator's dataset.",
  description: 'The result is null until it is chosen.',
})
export const OfferDataset = endpoint({
  method: 'POST',
  path: `${base}/updateData`,
  carrier: 'form',
  input: renamed(
    { registrationId: z.string(), datasetId: z.string() },
    { registrationId: 'registId', datasetId: 'dataId' },
  ),
  output: WireRegistration,
  summary: 'Sets the dataset that a party contributes to a task.',
  description: 'It does not replace rows that were selected at the edge.',
})
export const CloseJoining = endpoint({
  method: 'POST',
  path: `${base}/closeJoining`,
  carrier: 'form',
  input: renamed(
    {
      taskId: z.string(),
      fewest: z.coerce.number().int().optional(),
      waitMinutes: z.coerce.number().int().optional(),
    },
    { taskId: 'id' },
  ),
  output: WireTaskDetail,
  summary: 'Closes joining, so that the parties are named and can sign.',
  description: `A run needs all parties, or at least \`fewest\`, and waits \`waitMinutes\` (by default ${WAIT_MINUTES}) for a party that is offline.`,
})
export const ReopenJoining = endpoint({
  method: 'POST',
  path: `${base}/reopenJoining`,
  carrier: 'form',
  input: byId,
  output: WireTaskDetail,
  summary: 'Reopens joining for further parties.',
  description: 'All signatures become void.',
})
export const StartTraining = endpoint({
  method: 'POST',
  path: `${base}/submit`,
  carrier: 'form',
  input: byId,
  output: z.string().nullable(),
  summary: 'Closes joining if it is open, and starts training.',
  description:
    'The result is null if training started, and otherwise "ready/total": the number of parties that are ready.',
})
export const StartWithReady = endpoint({
  method: 'POST',
  path: `${base}/submitNotAllReady`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), keepOriginal: WireBoolean }, { taskId: 'id', keepOriginal: 'reserveFlag' }),
  output: z.string(),
  summary: 'Starts training with the parties that are ready, in a clone or in the task itself.',
  description: 'Returns the id of the task to open. A clone keeps the original task.',
})
export const StopTraining = endpoint({
  method: 'POST',
  path: `${base}/stop`,
  carrier: 'form',
  input: byId,
  summary: 'Stops a run.',
})
export const FinishEarly = endpoint({
  method: 'POST',
  path: `${base}/finishEarly`,
  carrier: 'form',
  input: byId,
  summary: 'Ends a run after its current stage, with the best model so far.',
})
export const Resubmit = endpoint({
  method: 'POST',
  path: `${base}/reSubmit`,
  carrier: 'form',
  input: byId,
  summary: 'Returns a failed task to recruiting.',
  description: 'Tickets that no run has used and that still match stay valid.',
})
const WireProgress = renamed(
  {
    progress: z.number(),
    elapsed: z.number(),
    startTime: WireTime.nullable(),
    endTime: WireTime.nullable(),
    metrics: jsonString(z.record(z.string(), z.number())),
  },
  { progress: 'fProgress', elapsed: 'fElapsed', startTime: 'fStartDate', endTime: 'fEndDate', metrics: 'metricStr' },
)
export const GetProgressByRegistration = endpoint({
  method: 'POST',
  path: `${base}/jobInfo`,
  carrier: 'form',
  input: byRegistration,
  output: WireProgress.nullable(),
  summary: 'Returns the progress of a run by registration.',
  description: 'The elapsed time is in milliseconds.',
})
export const GetProgress = endpoint({
  method: 'POST',
  path: `${base}/jobInfoByRecruitId`,
  access: 'user',
  carrier: 'form',
  input: renamed({ taskId: z.string() }, { taskId: 'recruitId' }),
  output: WireProgress.nullable(),
  summary: "Returns the progress of a task's run.",
  description: 'The elapsed time is in seconds.',
})
export const GetMetrics = endpoint({
  method: 'POST',
  path: `${base}/metric`,
  access: 'user',
  input: byId,
  output: z.record(z.string(), z.number()),
  summary: 'Returns the metrics of the newest run as fractions.',
})
export const GetRun = endpoint({
  method: 'GET',
  path: `${base}/run`,
  access: 'user',
  input: renamed(
    { taskId: z.string(), runId: z.string().optional(), afterSeq: z.coerce.number().optional() },
    { taskId: 'id' },
  ),
  output: z.object({ run: WireRun.nullable(), events: z.array(RunEvent) }),
  summary: 'Returns a run of a task with its events after `afterSeq`.',
  description: 'Without an id, the newest run of the task.',
})
export const ListRuns = endpoint({
  method: 'GET',
  path: `${base}/runs`,
  access: 'user',
  input: byId,
  output: z.array(WireComparableRun),
  summary: "Lists a task's runs and comparable ones, newest first.",
  description: "Comparable are the runs of its clones and of the initiator's other tasks with the same target.",
})
export const GetRunRounds = endpoint({
  method: 'GET',
  path: `${base}/runRounds`,
  access: 'user',
  input: renamed({ taskId: z.string(), runId: z.string() }, { taskId: 'id' }),
  output: RunRounds,
  summary: 'Returns the scores of the models of a run, round by round.',
})
const poolInput = { ...pageInput, name: z.string().optional() }
export const ListMyTasks = endpoint({
  method: 'GET',
  path: `${base}/listMyJob`,
  input: z.object({ ...poolInput, type: orAll(z.enum(['ALL', 'TRAIN', 'INFERENCE'])) }),
  output: pageOf(WireTaskCard),
  summary: "Lists the party's tasks.",
  description: 'Ordinary members see the tasks that they created.',
})
/**
 * Each server lists the tasks that it can open: the platform its training and inference tasks, an edge the inference
 * tasks that were created on it.
 */
export const ListMyTasksAtEdge = {
  ...ListMyTasks,
  server: 'edge',
  summary: 'Lists the inference tasks that were created at the edge.',
} as const
export const ListPoolTasks = endpoint({
  method: 'GET',
  path: `${base}/listAllJob`,
  access: 'user',
  input: renamed(
    {
      ...poolInput,
      researchType: orAll(WireResearchType),
      status: orAll(WireTaskStatus),
      /** The kind of data that the task's algorithm takes. */
      contentType: orAll(ContentType),
      partyId: orAll(WirePartyId),
      sort: orAll(TaskSort),
    },
    { researchType: 'type' },
  ),
  output: pageOf(WireTaskCard),
  summary: 'Lists the tasks of the pool, without private ones.',
})
export const ListHotTasks = endpoint({
  method: 'GET',
  path: `${base}/hotJob`,
  access: 'user',
  input: renamed({ count: z.coerce.number().optional() }, { count: 'nums' }),
  output: z.array(
    renamed(
      { task: WireTask, registrations: z.array(WireRegistration), partyCount: z.number(), rowCount: z.number() },
      { task: 'flJobRecruit', registrations: 'flJobRegistList', partyCount: 'partyNums', rowCount: 'rowNums' },
    ),
  ),
  summary: 'Lists the most viewed tasks.',
})
