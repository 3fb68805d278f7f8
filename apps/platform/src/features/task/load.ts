import type { Plan } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { type DatasetRow, listDatasetsByIds } from '../dataset/index.ts'
import { listEdgeKeys } from '../environment/index.ts'
import { listPartiesByIds, type PartyRow } from '../party/index.ts'
import type { Agreement } from './plan/agree-names.ts'
import { listFeatures } from './plan/feature-rows.ts'
import { listNames } from './plan/name-rows.ts'
import { agreementOf, namedPartyIdsOf, planHashOf, planOf, withoutWithdrawn } from './plan/plan.ts'
import { withStart } from './plan/start.ts'
import type { TaskState } from './policy.ts'
import { listRegistrations, listTickets } from './queries.ts'
import type { GrantNoticeRow, PartyNamesRow, RegistrationRow, TaskRow } from './table.ts'

/** A task with all rows that its pages show. */
export interface LoadedTask {
  task: TaskRow
  registrations: RegistrationRow[]
  /** The plan that would run now; undefined until everything is chosen and the parties are named. */
  plan: Plan | undefined
  planHash: string | null
  /** Agreement on categories, classes and label; undefined until algorithm and columns are chosen. */
  agreement: Agreement | undefined
  /** The names of categories and classes that each party has confirmed for its rows. */
  names: PartyNamesRow[]
  /** Code hash of the task's algorithm, as installed on the platform. */
  codeHash: string | null
  /** Consent tickets that may cover the task: its own and, for a clone, those of the original task. */
  tickets: GrantNoticeRow[]
  parties: Map<string, PartyRow>
  datasets: Map<string, DatasetRow>
}

/** Loads a page of tasks. It makes one query per kind of object, whatever the number of tasks. */
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
    const agreement = withoutWithdrawn(withStart(agreementOf(named, algorithm), task, algorithm), task, algorithm)
    const codeHash = algorithm?.codeHash ?? null
    const plan = planOf(task, algorithm, agreement, keys)
    // A clone has the plan of its original task and names the same parties.
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
