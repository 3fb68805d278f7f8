import type { Plan } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { type DatasetRow, listDatasetsByIds } from '../dataset/index.ts'
import { listPartiesByIds, type PartyRow } from '../party/index.ts'
import type { Agreement } from './agree-names.ts'
import { listFeatures } from './feature-rows.ts'
import { listNames } from './name-rows.ts'
import { agreementOf, hashOfPlan, planOf } from './plan.ts'
import type { TaskState } from './policy.ts'
import { listRegistrations, listTickets } from './queries.ts'
import type { GrantNoticeRow, PartyNamesRow, RegistrationRow, TaskRow } from './table.ts'

/** A task with all that its pages tell of it. */
export interface LoadedTask {
  task: TaskRow
  registrations: RegistrationRow[]
  /** What would run if it started now. */
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
  const registrations = await listRegistrations(db, [...taskIds, ...originIds])
  const tickets = await listTickets(db, [...taskIds, ...originIds])
  const names = await listNames(db, taskIds)
  const features = await listFeatures(db, taskIds)
  const partyIds = [...tasks, ...registrations].map(({ partyId }) => partyId)
  const parties = await listPartiesByIds(db, unique(partyIds))
  const datasets = await listDatasetsByIds(db, unique(registrations.flatMap(({ datasetId }) => datasetId ?? [])))

  return tasks.map((task): LoadedTask => {
    const own = registrations.filter(({ taskId }) => taskId === task.id)
    const origin = registrations.filter(({ taskId }) => taskId === task.originTaskId)
    const algorithm = task.algorithmId ? algorithms.find(task.algorithmId) : undefined
    const named = names.filter(({ taskId }) => taskId === task.id)
    const classes = features.filter(({ taskId }) => taskId === task.id)
    const agreement = agreementOf({ task, registrations: own, names: named, features: classes }, algorithm)
    const plan = planOf(task, algorithm, agreement)
    const sources = [task.id, ...(task.originTaskId && isSubset(own, origin) ? [task.originTaskId] : [])]
    return {
      task,
      registrations: own,
      plan,
      planHash: plan && algorithm ? hashOfPlan(plan, algorithm) : null,
      agreement,
      names: named,
      codeHash: algorithm?.codeHash ?? null,
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
    registrations,
  }
}

export const joinedOf = ({ registrations }: Pick<LoadedTask, 'registrations'>) =>
  registrations.filter(({ status }) => status === 'joined')

/** A ticket covers a clone only while no party is in it that was not in the task it came from. */
function isSubset(clone: RegistrationRow[], origin: RegistrationRow[]): boolean {
  const known = new Set(origin.filter(({ status }) => status === 'joined').map(({ partyId }) => partyId))
  return clone.every(({ partyId }) => known.has(partyId))
}

const unique = (ids: string[]) => [...new Set(ids)]
const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
