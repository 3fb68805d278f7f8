import type { Plan } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { type DatasetRow, listDatasetsByIds } from '../dataset/index.ts'
import { listEdgeKeys } from '../environment/index.ts'
import { listPartiesByIds, type PartyRow } from '../party/index.ts'
import type { Agreement } from './agree-names.ts'
import { listFeatures } from './feature-rows.ts'
import { listNames } from './name-rows.ts'
import { agreementOf, namedPartyIdsOf, planHashOf, planOf } from './plan.ts'
import type { TaskState } from './policy.ts'
import { listRegistrations, listTickets } from './queries.ts'
import { withStart } from './start.ts'
import type { GrantNoticeRow, PartyNamesRow, RegistrationRow, TaskRow } from './table.ts'

/** A task with all that its pages tell of it. */
export interface LoadedTask {
  task: TaskRow
  registrations: RegistrationRow[]
  /** What would run now; undefined until all of it is chosen and the parties are named. */
  plan: Plan | undefined
  planHash: string | null
  /** On what the plan names of rows and label; undefined until algorithm and columns are chosen. */
  agreement: Agreement | undefined
  /** Of the parties that confirmed what is named of their rows. */
  names: PartyNamesRow[]
  /** Of its algorithm, as the platform has it. */
  codeHash: string | null
  /** Tickets that may cover it: its own, and for a clone those of the task it came from. */
  tickets: GrantNoticeRow[]
  parties: Map<string, PartyRow>
  datasets: Map<string, DatasetRow>
}

/** Loads a page of tasks with one query for each kind of thing. */
export async function loadTasks(db: Db, { algorithms }: Pick<AlgorithmDeps, 'algorithms'>, tasks: TaskRow[]) {
  const taskIds = tasks.map(({ id }) => id)
  const originIds = tasks.flatMap(({ originTaskId }) => originTaskId ?? [])
  const registrations = await listRegistrations(db, taskIds)
  const tickets = await listTickets(db, [...taskIds, ...originIds])
  const names = await listNames(db, taskIds)
  const features = await listFeatures(db, taskIds)
  const named = tasks.flatMap((task) => namedPartyIdsOf(task) ?? [])
  const partyIds = [...tasks, ...registrations].map(({ partyId }) => partyId)
  const parties = await listPartiesByIds(db, unique([...partyIds, ...named]))
  const keys = await listEdgeKeys(db, unique(named))
  const datasets = await listDatasetsByIds(db, unique(registrations.flatMap(({ datasetId }) => datasetId ?? [])))

  return tasks.map((task): LoadedTask => {
    const own = registrations.filter(({ taskId }) => taskId === task.id)
    const algorithm = task.algorithmId ? algorithms.find(task.algorithmId) : undefined
    const confirmed = names.filter(({ taskId }) => taskId === task.id)
    const classes = features.filter(({ taskId }) => taskId === task.id)
    const named = { task, registrations: own, names: confirmed, features: classes }
    const agreement = withStart(agreementOf(named, algorithm), task, algorithm)
    const codeHash = algorithm?.codeHash ?? null
    const plan = planOf(task, algorithm, agreement, keys)
    // A clone's plan is that of the task it came from, and names the same parties.
    const sources = [task.id, task.originTaskId]
    return {
      task,
      registrations: own,
      plan,
      planHash: planHashOf(plan, codeHash),
      agreement,
      names: confirmed,
      codeHash,
      tickets: tickets.filter(({ taskId }) => sources.includes(taskId)),
      parties: byId(parties),
      datasets: byId(datasets),
    }
  })
}

export async function loadTask(db: Db, deps: Pick<AlgorithmDeps, 'algorithms'>, task: TaskRow): Promise<LoadedTask> {
  const [loaded] = await loadTasks(db, deps, [task])
  return loaded as LoadedTask
}

export function stateOf({ task, registrations }: Pick<LoadedTask, 'task' | 'registrations'>): TaskState {
  return {
    initiatorPartyId: task.partyId,
    createdByUserId: task.createdByUserId,
    status: task.status,
    visibility: task.visibility,
    researchType: task.researchType,
    joining: namedPartyIdsOf(task) ? 'closed' : 'open',
    registrations,
  }
}

export const joinedOf = ({ registrations }: Pick<LoadedTask, 'registrations'>) =>
  registrations.filter(({ status }) => status === 'joined')

const unique = (ids: string[]) => [...new Set(ids)]
const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
