import { z } from 'zod'
import { Parameters } from '../algorithm.ts'
import { ContentType } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { TASK_INVITE_DAYS } from '../figures.ts'
import { TaskSort } from '../pools.ts'
import { ComparableRun, Run, RunEvent, RunRounds } from '../run.ts'
import {
  ColumnSelection,
  Invitee,
  Registration,
  StartCandidate,
  Task,
  TaskAlgorithm,
  TaskCard,
  TaskDetail,
  TaskToInvite,
} from '../task.ts'
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

/** A label is a text here, empty if nothing is predicted. Absent and null are read as empty, too. */
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
  algorithms: jsonString(z.array(TaskAlgorithm)),
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

/** The first element of the list is the task's algorithm. */
const algorithms = jsonString(
  z.array(renamed({ id: z.string().optional(), name: z.string().optional(), nameCn: z.string().optional() })),
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
      /** A task of the same initiator, whose columns are proposed for this one. */
      fromTaskId: z.string().optional(),
    },
    { ...newTaskNames, researchType: ['jobType', 'sctype'] },
  ),
  output: z.string(),
  summary: "Creates a task; the caller's party is its initiator. Answers its id.",
})
export const CreateLocalTask = endpoint({
  method: 'POST',
  path: `${base}/createLocalJob`,
  input: renamed(newTask, newTaskNames),
  output: z.string(),
  summary: "Creates independent research: a task in which the caller's party trains alone. Returns its id.",
})
export const UpdateTask = endpoint({
  method: 'PUT',
  path: `${base}/update`,
  input: renamed(
    {
      taskId: z.string(),
      parameters: jsonString(Parameters).optional(),
      algorithmId: z.string().optional(),
      /** As `createJob` takes them, in place of `algorithmId` and `updateData`. */
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
  summary:
    "Changes algorithm, the initiator's data, parameters or texts while recruiting; every change of the plan makes tickets stale.",
})
export const UpdateColumnSelection = endpoint({
  method: 'PUT',
  path: `${base}/update_column_and_feature`,
  input: renamed(
    { taskId: z.string(), columnSelection: WireColumnSelection },
    { taskId: 'id', columnSelection: ['columeAndFeature', 'columnAndFeature'] },
  ),
  output: WireTaskDetail,
  summary: 'Sets the columns every party grants and the label, if anything is predicted.',
})
export const ListStarts = endpoint({
  method: 'GET',
  path: `${base}/starts`,
  input: byId,
  output: z.array(StartCandidate),
  summary: 'Models of the pool that the task might start from, and why others do not fit; for its initiator. Ours.',
})
export const ChooseStart = endpoint({
  method: 'PUT',
  path: `${base}/start`,
  input: renamed({ taskId: z.string(), modelId: z.string().nullable() }, { taskId: 'id' }),
  output: WireTaskDetail,
  summary: 'Has the task start from a model of the pool, or from a drawn one (null); tickets become stale. Ours.',
})
export const DeleteTask = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  input: byId,
  summary: 'Deletes a finished or failed task; models stay.',
})
export const GetTask = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: byId,
  output: WireTaskDetail,
  summary: 'One task with what the caller may do.',
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
      /** Applications that the initiator has not answered. Not in the original API specification. */
      applications: z.array(WireRegistration),
      /** For the initiator: the parties that were invited and have not joined yet. */
      invitations: z.array(WireRegistration),
    },
    { joined: 'flJobRegistByMainId', mine: 'myFlJobRegistByMainId', progress: 'jobInfoByRecruitId' },
  ),
  summary: "Who takes part, how ready they are, and the caller's own registration.",
})
export const CreateTaskInvite = endpoint({
  method: 'GET',
  path: `${base}/inviteCode`,
  input: byId,
  output: z.string(),
  summary: `An eight-digit code to join the task, for ${TASK_INVITE_DAYS} days and one use.`,
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
  summary: 'Parties of the federation to invite to a task, and how each stands to it; for its initiator. Ours.',
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
  summary:
    "The caller's tasks to which the party of a dataset may be invited, as far as the dataset fits; newest first. Ours.",
})
export const InviteParty = endpoint({
  method: 'POST',
  path: `${base}/inviteParty`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), partyId: WirePartyId }, { taskId: 'id' }),
  summary: 'Invites a party, which then sees the task and may join it, whatever its visibility. Ours.',
})
export const TakeBackInvitation = endpoint({
  method: 'POST',
  path: `${base}/withdrawInvitation`,
  carrier: 'form',
  input: byRegistration,
  summary: 'Takes back an invitation that the party has not accepted. Ours.',
})
export const AnswerInvitation = endpoint({
  method: 'POST',
  path: `${base}/answerInvitation`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), answer: WireReview }, { taskId: 'id', answer: 'checkStatus' }),
  summary: 'Accepts an invitation, by which the party joins, or declines it. Ours.',
})
export const JoinByCode = endpoint({
  method: 'POST',
  path: `${base}/joinJob`,
  carrier: 'form',
  input: z.object({ inviteCode: z.string() }),
  output: WireRegistration,
  summary: 'Joins a task by its code.',
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
  summary: 'Joins a public task or one that the party is invited to, or applies to one by invitation.',
})
export const ReviewApplication = endpoint({
  method: 'POST',
  path: `${base}/checkRegist`,
  carrier: 'form',
  input: renamed(
    { registrationId: z.string(), verdict: WireReview },
    { registrationId: 'registId', verdict: 'checkStatus' },
  ),
  summary: 'Approves or rejects an application; the initiator only.',
})
export const QuitTask = endpoint({
  method: 'POST',
  path: `${base}/exitRegist`,
  carrier: 'form',
  input: byRegistration,
  summary: 'A participant quits, the initiator disbands; only while recruiting.',
})
export const GetInitiatorDataset = endpoint({
  method: 'GET',
  path: `${base}/queryFlJobDataInfo`,
  input: byId,
  output: WireDataset.nullable(),
  summary: "The initiator's dataset; null until chosen.",
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
  summary: 'Sets the dataset a party brings; a set of rows chosen at the edge is not overwritten.',
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
  summary:
    'Names the parties that have joined, so that they can sign; a run needs all of them, or `fewest`, and waits `waitMinutes` (else ten) for one that is away. Ours.',
})
export const ReopenJoining = endpoint({
  method: 'POST',
  path: `${base}/reopenJoining`,
  carrier: 'form',
  input: byId,
  output: WireTaskDetail,
  summary: 'Lets further parties join; what was signed is void. Ours.',
})
export const StartTraining = endpoint({
  method: 'POST',
  path: `${base}/submit`,
  carrier: 'form',
  input: byId,
  output: z.string().nullable(),
  summary:
    'Closes joining where it is open, and starts training. Null when started; "ready/total" when not every party is ready.',
})
export const StartWithReady = endpoint({
  method: 'POST',
  path: `${base}/submitNotAllReady`,
  carrier: 'form',
  input: renamed({ taskId: z.string(), keepOriginal: WireBoolean }, { taskId: 'id', keepOriginal: 'reserveFlag' }),
  output: z.string(),
  summary:
    'Starts with the ready parties only, in a clone (keeping the original) or in the task itself. Answers the id to open.',
})
export const StopTraining = endpoint({
  method: 'POST',
  path: `${base}/stop`,
  carrier: 'form',
  input: byId,
  summary: 'Stops a run; the initiator only.',
})
export const FinishEarly = endpoint({
  method: 'POST',
  path: `${base}/finishEarly`,
  carrier: 'form',
  input: byId,
  summary: 'Ends a run with the best model so far, after the stage that goes on; the initiator only. Ours.',
})
export const Resubmit = endpoint({
  method: 'POST',
  path: `${base}/reSubmit`,
  carrier: 'form',
  input: byId,
  summary: 'Puts a failed task back to recruiting; tickets that no run has used and that still match are kept.',
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
  summary: 'Progress of the run; elapsed in milliseconds.',
})
export const GetProgress = endpoint({
  method: 'POST',
  path: `${base}/jobInfoByRecruitId`,
  access: 'user',
  carrier: 'form',
  input: renamed({ taskId: z.string() }, { taskId: 'recruitId' }),
  output: WireProgress.nullable(),
  summary: 'Progress of the run; elapsed in seconds.',
})
export const GetMetrics = endpoint({
  method: 'POST',
  path: `${base}/metric`,
  access: 'user',
  input: byId,
  output: z.record(z.string(), z.number()),
  summary: 'Metrics of the newest run as fractions.',
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
  summary:
    'The newest run of a task, or one of its earlier ones, and its events after `afterSeq`; for those who may watch. Ours.',
})
export const ListRuns = endpoint({
  method: 'GET',
  path: `${base}/runs`,
  access: 'user',
  input: byId,
  output: z.array(WireComparableRun),
  summary:
    "A task's runs, and those of its clones and of its initiator's other tasks with the same target as far as one may watch them; newest first. Ours.",
})
export const GetRunRounds = endpoint({
  method: 'GET',
  path: `${base}/runRounds`,
  access: 'user',
  input: renamed({ taskId: z.string(), runId: z.string() }, { taskId: 'id' }),
  output: RunRounds,
  summary: 'How good the models of one run of a task were, round by round; for those who may watch. Ours.',
})
const poolInput = { ...pageInput, name: z.string().optional() }
export const ListMyTasks = endpoint({
  method: 'GET',
  path: `${base}/listMyJob`,
  input: z.object({ ...poolInput, type: orAll(z.enum(['ALL', 'TRAIN', 'INFERENCE'])) }),
  output: pageOf(WireTaskCard),
  summary: "The party's tasks; ordinary members see those they created.",
})
/** A server lists what it can open: the platform its trainings and inference tasks, an edge those made there. */
export const ListMyTasksAtEdge = {
  ...ListMyTasks,
  server: 'edge',
  summary: "The inference tasks made at the edge, among the party's tasks; ordinary members see those they created.",
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
      /** The kind of data that its algorithm takes. */
      contentType: orAll(ContentType),
      partyId: orAll(WirePartyId),
      sort: orAll(TaskSort),
    },
    { researchType: 'type' },
  ),
  output: pageOf(WireTaskCard),
  summary: 'The task pool, private tasks excepted. Kind of data, initiator and order are ours.',
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
  summary: 'The most viewed tasks.',
})
