import { fail, type RunPhase, type Task, type TaskCard, type TaskDetail } from '@tessera/contract'
import {
  AnswerInvitation,
  ChooseStart,
  CloseJoining,
  CreateLocalTask,
  CreateTask,
  CreateTaskInvite,
  DeleteTask,
  GetInitiatorDataset,
  GetRegistrations,
  GetTask,
  InviteParty,
  JoinByCode,
  JoinTask,
  ListHotTasks,
  ListInvitees,
  ListMyTasks,
  ListPoolTasks,
  ListStarts,
  ListTasksToInvite,
  OfferDataset,
  pageRequest,
  QuitTask,
  Remind,
  ReopenJoining,
  Resubmit,
  ReviewApplication,
  TakeBackInvitation,
  toPage,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { consoleOrigin } from '../../settings.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { findDataset, maySee, presentDataset } from '../dataset/index.ts'
import { readEdges } from '../environment/index.ts'
import type { ModelDeps } from '../model/index.ts'
import { createTask } from './create-task.ts'
import { answerInvitation, inviteParty, listInvitees, listTasksToInvite, withdrawInvitation } from './invitations.ts'
import { createInvite, joinByCode, joinTask, reviewApplication } from './join-task.ts'
import { closeJoining, reopenJoining } from './joining.ts'
import { deleteTask, quitTask } from './leave-task.ts'
import { joinedOf, type LoadedTask, loadTask, loadTasks, stateOf } from './load.ts'
import { offerDataset } from './offer-dataset.ts'
import { selectColumns, updateTask } from './plan/change-plan.ts'
import { chooseStart, listStarts } from './plan/choose-start.ts'
import { canSeeTask, taskAbilities } from './policy.ts'
import { presentCard, presentDetail, presentRegistration, presentTask } from './present.ts'
import { findTask, listByIds, listedOfParty, listHot, listNewest, listPool, recordView } from './queries.ts'
import { remind } from './remind.ts'
import { resubmitTask } from './resubmit-task.ts'
import type { RegistrationRow } from './table.ts'

/** Data that a task's pages show and that features which build on tasks provide. The app passes these functions in. */
export interface TaskOutlook {
  /** Returns the progress of the task's newest run. */
  progressOf: (db: Db, taskId: string) => Promise<{ progress: number; elapsedSeconds: number } | undefined>
  /** Returns the phases of active runs, by task. */
  phasesOf: (db: Db, taskIds: string[]) => Promise<Map<string, RunPhase>>
  /** Returns the id of the party's own model from the task. */
  modelIdOf: (db: Db, taskId: string, partyId: string) => Promise<string | null>
  /** Selects `id` and `create_time` of the inference tasks that the actor may list. */
  inferencesOf: (db: Db, actor: Actor, name: string | undefined) => SQL
  inferenceCards: (db: Db, actor: Actor, ids: string[]) => Promise<TaskCard[]>
}

const isInvitation = ({ status }: RegistrationRow) => status === 'invited' || status === 'declined'

const MAX_HOT = 20
/** Path of the run log in the console. */
const RUN_LOG_PATH = '/mytask/runLog'

export function taskRoutes(app: FastifyInstance, deps: ModelDeps & { outlook: TaskOutlook }) {
  const { db, clock, algorithms, outlook } = deps

  const detail = async (loaded: LoadedTask, actor: Actor) => {
    const modelId = actor.partyId ? await outlook.modelIdOf(db, loaded.task.id, actor.partyId) : null
    const hasRun = (await outlook.progressOf(db, loaded.task.id)) !== undefined
    const logUrl = hasRun ? `${consoleOrigin(deps.settings)}${RUN_LOG_PATH}?id=${loaded.task.id}` : null
    const [presented] = await withPhases([presentDetail(loaded, algorithms, actor, { modelId, logUrl })])
    return presented as TaskDetail
  }
  const withPhases = async <T extends Pick<TaskCard, 'id' | 'status'>>(tasks: T[]): Promise<T[]> => {
    const training = tasks.filter(({ status }) => status === 'training').map(({ id }) => id)
    const phases = await outlook.phasesOf(db, training)
    return tasks.map((one) => ({ ...one, ...(phases.has(one.id) && { phase: phases.get(one.id) }) }))
  }
  const registrationOf = async (row: RegistrationRow, actor: Actor) => {
    const task = (await findTask(db, row.taskId)) ?? fail('task.not-found')
    const edges = await readEdges(deps, [row.partyId])
    return presentRegistration(row, await loadTask(db, deps, task), edges.get(row.partyId), actor, clock.now())
  }

  serve(app, CreateTask, (input, actor) => createTask(deps, input, actor))
  serve(app, CreateLocalTask, (input, actor) => createTask(deps, { ...input, researchType: 'independent' }, actor))
  serve(app, UpdateTask, async (input, actor) => detail(await updateTask(deps, input, actor), actor))
  serve(app, UpdateColumnSelection, async ({ taskId, columnSelection }, actor) =>
    detail(await selectColumns(deps, taskId, columnSelection, actor), actor),
  )
  serve(app, ListStarts, ({ taskId }, actor) => listStarts(deps, taskId, actor))
  serve(app, ChooseStart, async (input, actor) => detail(await chooseStart(deps, input, actor), actor))
  serve(app, DeleteTask, async ({ taskId }, actor) => {
    await deleteTask(deps, taskId, actor)
    return null
  })
  serve(app, Resubmit, async ({ taskId }, actor) => {
    await resubmitTask(deps, taskId, actor)
    return null
  })
  serve(app, GetTask, async ({ taskId }, actor) => {
    const loaded = await loadVisible(deps, taskId, actor)
    await recordView(db, taskId, actor.userId, clock.now())
    return detail(loaded, actor)
  })

  serve(app, GetRegistrations, async ({ taskId }, actor) => {
    const loaded = await loadVisible(deps, taskId, actor)
    const edges = await readEdges(
      deps,
      loaded.registrations.map(({ partyId }) => partyId),
    )
    const present = (row: RegistrationRow) =>
      presentRegistration(row, loaded, edges.get(row.partyId), actor, clock.now())
    const mine = loaded.registrations.find(({ partyId }) => partyId === actor.partyId)
    const { partyCount, rowCount } = presentTask(loaded, algorithms, actor)
    const { review } = taskAbilities(actor, stateOf(loaded))
    return {
      joined: { registrations: joinedOf(loaded).map(present), partyCount, rowCount },
      mine: mine ? present(mine) : null,
      progress: (await outlook.progressOf(db, taskId)) ?? {},
      applications: review ? loaded.registrations.filter(({ status }) => status === 'applying').map(present) : [],
      invitations: review ? loaded.registrations.filter(isInvitation).map(present) : [],
    }
  })

  serve(app, CloseJoining, async (input, actor) => detail(await closeJoining(deps, input, actor), actor))
  serve(app, ReopenJoining, async ({ taskId }, actor) => detail(await reopenJoining(deps, taskId, actor), actor))
  serve(app, CreateTaskInvite, ({ taskId }, actor) => createInvite(deps, taskId, actor))
  serve(app, ListInvitees, async ({ taskId, name, ...input }, actor) => {
    const page = pageRequest(input)
    const { records, total } = await listInvitees(deps, { taskId, name }, page, actor)
    return toPage(records, total, page)
  })
  serve(app, ListTasksToInvite, ({ datasetId }, actor) => listTasksToInvite(deps, datasetId, actor))
  serve(app, InviteParty, async ({ taskId, partyId }, actor) => {
    await inviteParty(deps, taskId, partyId, actor)
    return null
  })
  serve(app, TakeBackInvitation, async ({ registrationId }, actor) => {
    await withdrawInvitation(deps, registrationId, actor)
    return null
  })
  serve(app, AnswerInvitation, async (input, actor) => {
    await answerInvitation(deps, input, actor)
    return null
  })
  serve(app, JoinByCode, async ({ inviteCode }, actor) =>
    registrationOf(await joinByCode(deps, inviteCode, actor), actor),
  )
  serve(app, JoinTask, async (input, actor) => registrationOf(await joinTask(deps, input, actor), actor))
  serve(app, ReviewApplication, async (input, actor) => {
    await reviewApplication(deps, input, actor)
    return null
  })
  serve(app, QuitTask, async ({ registrationId }, actor) => {
    await quitTask(deps, registrationId, actor)
    return null
  })
  serve(app, Remind, async (input, actor) => {
    await remind(deps, input, actor)
    return null
  })
  serve(app, OfferDataset, async (input, actor) => registrationOf(await offerDataset(deps, input, actor), actor))
  serve(app, GetInitiatorDataset, async ({ taskId }, actor) => {
    const loaded = await loadVisible(deps, taskId, actor)
    const datasetId = loaded.registrations.find(({ role }) => role === 'initiator')?.datasetId
    const dataset = datasetId ? await findDataset(db, datasetId) : undefined
    // If the reader does not take part in the task, the task shows a dataset only if the reader may see the dataset
    // anyway.
    const isKnown = dataset && (taskAbilities(actor, stateOf(loaded)).watch || maySee(actor, dataset))
    return isKnown ? presentDataset(db, dataset, actor) : null
  })

  serve(app, ListPoolTasks, async ({ pageNo, pageSize, contentType, ...filter }, actor) => {
    const page = pageRequest({ pageNo, pageSize }, 16)
    const fitting =
      contentType && algorithms.list().filter(({ manifest }) => manifest.contentTypes.includes(contentType))
    const algorithmIds = fitting?.map(({ manifest }) => manifest.id)
    const { rows, total } = await listPool(db, { ...filter, algorithmIds }, page)
    const cards = (await loadTasks(db, deps, rows)).map((loaded) => presentCard(loaded, algorithms, actor))
    return toPage(await withPhases(cards), total, page)
  })
  serve(app, ListMyTasks, async ({ name, type = 'ALL', ...input }, actor) => {
    const page = pageRequest(input, 12)
    const partyId = requireParty(actor)
    const mine = listedOfParty(db, partyId, name, actor.role === 'admin' ? null : actor.userId)
    const kinds = [
      ...(type === 'INFERENCE' ? [] : [mine]),
      ...(type === 'TRAIN' ? [] : [outlook.inferencesOf(db, actor, name)]),
    ]
    const { ids, total } = await listNewest(db, kinds, page)
    const tasks = await loadTasks(db, deps, await listByIds(db, ids))
    const cards = [
      ...tasks.map((loaded) => presentCard(loaded, algorithms, actor)),
      ...(type === 'TRAIN' ? [] : await outlook.inferenceCards(db, actor, ids)),
    ]
    const byId = new Map(cards.map((card) => [card.id, card]))
    return toPage(await withPhases(ids.flatMap((id) => byId.get(id) ?? [])), total, page)
  })
  serve(app, ListHotTasks, async ({ count = 3 }, actor) => {
    const rows = await listHot(db, Math.min(Math.max(Math.trunc(count) || 3, 1), MAX_HOT), clock.now())
    const tasks = await loadTasks(db, deps, rows)
    const edges = await readEdges(
      deps,
      tasks.flatMap(({ registrations }) => registrations.map(({ partyId }) => partyId)),
    )
    const presented = await withPhases(tasks.map((loaded) => presentTask(loaded, algorithms, actor)))
    return tasks.map((loaded, index) => {
      const task = presented[index] as Task
      const registrations = joinedOf(loaded).map((row) =>
        presentRegistration(row, loaded, edges.get(row.partyId), actor, clock.now()),
      )
      return { task, registrations, partyCount: task.partyCount, rowCount: task.rowCount }
    })
  })
}

/** Returns a task. Fails if the actor may not see the task. */
export async function loadVisible(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<LoadedTask> {
  return requireVisible(await loadKnown(deps, taskId), actor)
}

/** Returns the task without checking permissions. The caller must check what the actor may see. */
export async function loadKnown(deps: AlgorithmDeps, taskId: string): Promise<LoadedTask> {
  return loadTask(deps.db, deps, (await findTask(deps.db, taskId)) ?? fail('task.not-found'))
}

export const requireVisible = (loaded: LoadedTask, actor: Actor): LoadedTask =>
  canSeeTask(actor, stateOf(loaded)) ? loaded : fail('task.private')
