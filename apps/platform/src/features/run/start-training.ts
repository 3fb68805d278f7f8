import { fail, MIN_PARTIES } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import type { Actor } from '../../lib/auth.ts'
import { newId } from '../../lib/ids.ts'
import { type AlgorithmDeps, recordActivity } from '../algorithm/index.ts'
import { readEdges } from '../environment/index.ts'
import {
  beginTraining,
  cloneTask,
  endInvitations,
  findTrainingUnderSameTickets,
  joinedOf,
  type LoadedTask,
  leaveOut,
  loadTask,
  lockFamily,
  nameParties,
  notifyTaskParties,
  type RegistrationRow,
  readinessOf,
  refusalOfLead,
  refuseFault,
  refuseMismatch,
  refuseOtherCode,
  requireCodes,
  requirePlan,
  stateOf,
  taskAbilities,
} from '../task/index.ts'
import { wakeWorkers } from './signals.ts'
import { trainingRun } from './table.ts'

/**
 * Starts the task, or returns how many of its parties are ready. If joining is open, it is closed first, because
 * clients that follow the specification do not close it. All changes are in one transaction, so that a task is never
 * left half started.
 */
export async function startTraining(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<string | null> {
  return deps.db.transaction(async (tx) => {
    const found = await lockStartable(tx, deps, taskId, actor)
    const loaded = stateOf(found).joining === 'closed' ? found : await nameParties(tx, deps, found, actor)
    const parties = partiesOf(loaded)
    const edges = await edgesOf(tx, deps, parties)
    const ready = readyOf(deps, loaded, parties, edges)
    refuseMismatch(loaded, parties, actor.language)
    if (!maySuffice(loaded, ready)) refuseOtherCodes(loaded, parties, edges, actor)
    if (ready.length < parties.length) return `${ready.length}/${parties.length}`
    await queueRun(tx, deps, loaded, parties, actor)
    return null
  })
}

/**
 * Starts training with the parties that are ready: either in a clone, while the task continues recruiting, or in the
 * task itself, without the other parties.
 */
export async function startWithReady(
  deps: AlgorithmDeps,
  { taskId, keepOriginal }: { taskId: string; keepOriginal: boolean },
  actor: Actor,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const loaded = await lockStartable(tx, deps, taskId, actor)
    const { fewest } = requirePlan(loaded)
    const parties = partiesOf(loaded)
    const edges = await edgesOf(tx, deps, parties)
    const ready = readyOf(deps, loaded, parties, edges)
    if (!maySuffice(loaded, ready)) refuseOtherCodes(loaded, parties, edges, actor)
    if (!hasInitiator(ready)) {
      fail('task.not-all-ready', { ready: ready.length, total: parties.length })
    }
    if (!maySuffice(loaded, ready)) fail('task.none-ready')
    if (ready.length < fewest) fail('task.fewer-than-agreed', { ready: ready.length, fewest })

    if (keepOriginal && ready.length < parties.length) {
      const clone = await cloneTask(tx, deps, loaded, ready)
      await queueRun(tx, deps, clone, clone.registrations, actor)
      return clone.task.id
    }
    for (const party of parties) if (!ready.includes(party)) await leaveOut(tx, party)
    await queueRun(tx, deps, loaded, ready, actor)
    return taskId
  })
}

async function lockStartable(tx: Db, deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<LoadedTask> {
  const loaded = await loadTask(tx, deps, (await lockFamily(tx, taskId)) ?? fail('task.not-found'))
  if (!taskAbilities(actor, stateOf(loaded)).start) fail(refusalOfLead(actor, loaded))
  const { task } = loaded
  if (!task.algorithmId || !deps.algorithms.find(task.algorithmId)) fail('task.no-algorithm')
  if (!partiesOf(loaded).some(({ role, datasetId }) => role === 'initiator' && datasetId)) fail('task.no-data')
  if (!task.columnSelection) fail('task.no-columns')
  await requireCodes(tx, deps, loaded)
  refuseFault(loaded, partiesOf(loaded), actor.language)
  const partyIds = partiesOf(loaded).map(({ partyId }) => partyId)
  if (task.researchType === 'federated' && partyIds.length < MIN_PARTIES) fail('task.too-few-parties')
  const other = await findTrainingUnderSameTickets(tx, deps, loaded, partyIds)
  if (other) fail('task.started-as', { task: other.name, taskId: other.id })
  return loaded
}

function repeatedIdOf({ datasets }: LoadedTask, datasetId: string | null) {
  const repeatedId = datasets.get(datasetId ?? '')?.repeatedId
  return repeatedId ? { repeatedId } : {}
}

/** Returns the parties of a run. Independent research uses only the initiator's data. */
const partiesOf = (loaded: LoadedTask) =>
  joinedOf(loaded).filter(({ role }) => loaded.task.researchType === 'federated' || role === 'initiator')

/** Whether the ready parties could start without the other parties. */
const maySuffice = ({ task }: LoadedTask, ready: RegistrationRow[]) =>
  hasInitiator(ready) && (task.researchType === 'independent' || ready.length >= MIN_PARTIES)

const hasInitiator = (parties: RegistrationRow[]) => parties.some(({ role }) => role === 'initiator')

/**
 * Fails if a party has other code than the platform. The error names the side that must be updated, which is more
 * useful than the number of ready parties.
 */
function refuseOtherCodes(loaded: LoadedTask, parties: RegistrationRow[], edges: Edges, { language }: Actor) {
  for (const { partyId } of parties) {
    refuseOtherCode(edges.get(partyId), loaded.codeHash, loaded.parties.get(partyId), language)
  }
}

type Edges = Awaited<ReturnType<typeof readEdges>>

const edgesOf = (db: Db, deps: AlgorithmDeps, parties: RegistrationRow[]) =>
  readEdges(
    { ...deps, db },
    parties.map(({ partyId }) => partyId),
  )

function readyOf(deps: AlgorithmDeps, loaded: LoadedTask, parties: RegistrationRow[], edges: Edges) {
  const now = deps.clock.now()
  return parties.filter((party) => {
    const { data, environment } = readinessOf(party, loaded, edges.get(party.partyId), now)
    return data && environment
  })
}

/** Inserts the run's row. The row is the job that a worker claims. */
async function queueRun(tx: Db, deps: AlgorithmDeps, loaded: LoadedTask, parties: RegistrationRow[], actor: Actor) {
  const { task } = loaded
  const algorithm = deps.algorithms.get(task.algorithmId ?? '')
  const plan = requirePlan(loaded)
  const now = deps.clock.now()
  const runId = newId()
  await tx.insert(trainingRun).values({
    id: runId,
    taskId: task.id,
    algorithmId: algorithm.manifest.id,
    codeHash: algorithm.codeHash,
    plan,
    startedByUserId: actor.userId,
    phase: 'queued',
    step: 'starting',
    round: 0,
    rounds: plan.maxRounds,
    metrics: {},
    parties: parties.map(({ partyId, datasetId }) => ({
      partyId,
      name: loaded.parties.get(partyId)?.name ?? partyId,
      rowsOffered: grantedRowsOf(loaded, partyId) ?? loaded.datasets.get(datasetId ?? '')?.rowCount ?? 0,
      rowsUsed: null,
      validationRows: null,
      metrics: {},
      aloneMetrics: null,
      ...repeatedIdOf(loaded, datasetId),
    })),
    waitingFor: [],
    lastSeq: 0,
    createTime: now,
  })
  await endInvitations(tx, task.id)
  await beginTraining(tx, task.id)

  const used = { algId: algorithm.manifest.id, algName: algorithm.manifest.name.cn }
  const content = { missionName: task.name, ...used }
  // All users can read an algorithm's log, so the entry does not name a private task.
  const shown = task.visibility === 'private' ? used : content
  const entries = [
    { subject: 'task', subjectId: task.id, action: 'submit', taskId: task.id, content },
    { subject: 'algorithm', subjectId: algorithm.manifest.id, action: 'use', taskId: task.id, content: shown },
  ] as const
  await recordActivity(tx, actor, [...entries], now)
  await notifyTaskParties(tx, deps, loaded, 'run.started')
  await wakeWorkers(tx, deps, runId)
  await record(tx, 'run.started', { runId, taskId: task.id, planHash: loaded.planHash, userId: actor.userId })
}

/**
 * Returns the number of rows that the party's consent ticket grants. Rows of a class outside the plan are not granted.
 */
const grantedRowsOf = ({ tickets, planHash }: LoadedTask, partyId: string) =>
  tickets
    .filter((ticket) => ticket.partyId === partyId && ticket.planHash === planHash && !ticket.isWithdrawn)
    .toSorted((one, other) => other.noticeTime.getTime() - one.noticeTime.getTime())[0]?.rowCount
