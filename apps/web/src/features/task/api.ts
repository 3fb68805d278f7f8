import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Algorithm, Input, TaskStatus } from '@tessera/contract'
import {
  AnswerInvitation,
  ChooseStart,
  CloseJoining,
  CreateLocalTask,
  CreateTask,
  CreateTaskInvite,
  DeleteTask,
  GetRegistrations,
  GetTask,
  InviteParty,
  JoinByCode,
  JoinTask,
  ListFailingSoftware,
  ListInvitees,
  ListMyActivity,
  ListMyTasks,
  ListMyTasksAtEdge,
  ListPoolTasks,
  ListStarts,
  ListTasksToInvite,
  QuitTask,
  Remind,
  ReopenJoining,
  ReviewApplication,
  StartTraining,
  StartWithReady,
  TakeBackInvitation,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import { allAlgorithmsQuery } from '../../lib/algorithm-queries.ts'
import { call } from '../../lib/api.ts'
import { newest } from '../../lib/newest.ts'

export const POOL_PAGE_SIZE = 16
export const MY_TASKS_PAGE_SIZE = 12
export const INVITEES_PER_PAGE = 8
export const UPDATES_SHOWN = 8
/** Polling interval for changes that the live channel does not report, in milliseconds. */
export const POLL_MS = 10_000
const ENVIRONMENT_POLL_MS = 3_000

export type PoolRequest = Input<typeof ListPoolTasks>
export type MyTasksRequest = Input<typeof ListMyTasks>

export const poolTasksQuery = (request: PoolRequest) =>
  queryOptions({
    queryKey: ['tasks', 'pool', request],
    queryFn: ({ signal }) => call(ListPoolTasks, { ...request, pageSize: POOL_PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const myTasksQuery = (request: MyTasksRequest) =>
  queryOptions({
    queryKey: ['tasks', 'mine', request],
    queryFn: ({ signal }) => call(ListMyTasks, { ...request, pageSize: MY_TASKS_PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Query for the newest tasks of the platform. It fetches as many as are needed to merge them with the edge's list. */
export const newestTasksQuery = ({
  type,
  name,
  count,
}: {
  type: MyTasksRequest['type']
  name: string
  count: number
}) =>
  queryOptions({
    queryKey: ['tasks', 'mine', 'newest', type, name, count],
    queryFn: ({ signal }) =>
      newest(count, (page) => call(ListMyTasks, { ...page, type, ...(name && { name }) }, { signal })),
    placeholderData: keepPreviousData,
  })

/**
 * Query for the newest inference tasks. Only the edge at which they were created can list them, because they never
 * leave it.
 */
export const newestEdgeTasksQuery = ({ name, count }: { name: string; count: number }) =>
  queryOptions({
    queryKey: ['tasks', 'edge', name, count],
    queryFn: ({ signal }) =>
      newest(count, (page) => call(ListMyTasksAtEdge, { ...page, ...(name && { name }) }, { signal })),
    placeholderData: keepPreviousData,
  })

/** Tasks in these states are not polled, because the live channel reports a deletion or another attempt. */
const ENDED: TaskStatus[] = ['completed', 'failed', 'disbanded']
const pollsOf = (status: TaskStatus | undefined) => (status && ENDED.includes(status) ? false : POLL_MS)

export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'detail'],
    queryFn: ({ signal }) => call(GetTask, { taskId }, { signal }),
    refetchInterval: ({ state }) => pollsOf(state.data?.status),
  })

export const startsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'starts'],
    queryFn: ({ signal }) => call(ListStarts, { taskId }, { signal }),
  })

/** Query for the registrations of a task. It polls only if the status is given. */
export const registrationsQuery = (taskId: string, status?: TaskStatus) =>
  queryOptions({
    queryKey: ['task', taskId, 'registrations'],
    queryFn: ({ signal }) => call(GetRegistrations, { taskId }, { signal }),
    refetchInterval: status === undefined ? false : pollsOf(status),
  })

export const inviteesQuery = ({ name, ...request }: { taskId: string; name: string; pageNo: number }) =>
  queryOptions({
    queryKey: ['task', request.taskId, 'invitees', name, request.pageNo],
    queryFn: ({ signal }) =>
      call(ListInvitees, { ...request, ...(name && { name }), pageSize: INVITEES_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const TASKS_TO_INVITE = ['tasks', 'to-invite'] as const

export const tasksToInviteQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...TASKS_TO_INVITE, datasetId],
    queryFn: ({ signal }) => call(ListTasksToInvite, { datasetId }, { signal }),
  })

export const updatesQuery = (taskId: string, shown: number) =>
  queryOptions({
    queryKey: ['task', taskId, 'updates', shown],
    queryFn: ({ signal }) => newest(shown, (page) => call(ListMyActivity, { id: taskId, ...page }, { signal })),
    placeholderData: keepPreviousData,
  })

export const RECENT_UPDATES = ['tasks', 'updates'] as const

/**
 * Query for the activity in all tasks of the party. It fetches more entries than are shown, because views of tasks are
 * removed from the list.
 */
export const recentUpdatesQuery = () =>
  queryOptions({
    queryKey: RECENT_UPDATES,
    queryFn: ({ signal }) => call(ListMyActivity, { pageNo: 1, pageSize: 20 }, { signal }),
  })

export const softwareQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['environment', 'software', partyId],
    queryFn: ({ signal }) => call(ListFailingSoftware, {}, { signal }),
    staleTime: 0,
    // Does not refetch on focus: the form opens automatically once everything is ready, and must not close while the
    // user fills it in.
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.data?.length ? ENVIRONMENT_POLL_MS : false),
  })

/** Query for all algorithms that can train. */
export const algorithmsQuery = () => queryOptions({ ...allAlgorithmsQuery(), select: thoseThatTrain })

const thoseThatTrain = (algorithms: Algorithm[]) => algorithms.filter(({ kind }) => kind !== 'service')

export const createTask = ({ researchType, ...task }: Input<typeof CreateTask>) =>
  researchType === 'independent' ? call(CreateLocalTask, task) : call(CreateTask, { ...task, researchType })
export const updateTask = (input: Input<typeof UpdateTask>) => call(UpdateTask, input)
export const selectColumns = (input: Input<typeof UpdateColumnSelection>) => call(UpdateColumnSelection, input)
export const chooseStart = (input: Input<typeof ChooseStart>) => call(ChooseStart, input)
export const deleteTask = (taskId: string) => call(DeleteTask, { taskId })
export const joinTask = (taskId: string, note?: string) => call(JoinTask, { taskId, ...(note ? { note } : {}) })
export const joinByCode = (inviteCode: string) => call(JoinByCode, { inviteCode })
export const createInvite = (taskId: string) => call(CreateTaskInvite, { taskId })
export const inviteParty = (taskId: string, partyId: string) => call(InviteParty, { taskId, partyId })
export const withdrawInvitation = (registrationId: string) => call(TakeBackInvitation, { registrationId })
export const answerInvitation = (taskId: string, answer: 'approve' | 'reject') =>
  call(AnswerInvitation, { taskId, answer })
export const review = (registrationId: string, verdict: 'approve' | 'reject') =>
  call(ReviewApplication, { registrationId, verdict })
/** Leaves a task: a participant quits, and the initiator disbands the task. */
export const leaveTask = (registrationId: string) => call(QuitTask, { registrationId })
export const closeJoining = (taskId: string, terms: { fewest: number; waitMinutes: number }) =>
  call(CloseJoining, { taskId, ...terms })
export const reopenJoining = (taskId: string) => call(ReopenJoining, { taskId })
export const startTraining = (taskId: string) => call(StartTraining, { taskId })
export const startWithReady = (taskId: string, keepOriginal: boolean) => call(StartWithReady, { taskId, keepOriginal })
export const remindInitiator = (taskId: string) =>
  call(Remind, { whom: 'initiator', id: taskId, templateCode: 'rwkstx' })
export const remindParticipant = (registrationId: string) =>
  call(Remind, { whom: 'participant', id: registrationId, templateCode: 'rwzbtx' })
