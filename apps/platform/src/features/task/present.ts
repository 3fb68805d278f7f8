import {
  type ContentType,
  type NamesStatus,
  type Readiness,
  type Registration,
  type Task,
  type TaskCard,
  type TaskDetail,
  taskKindOf,
  WAIT_MINUTES,
} from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { type AlgorithmLibrary, droppedParameters } from '../algorithm/index.ts'
import type { DatasetRow } from '../dataset/index.ts'
import type { EdgePresence } from '../environment/index.ts'
import { nameOfParty } from '../party/index.ts'
import { edgeCodeOf } from './edge-code.ts'
import { grantStatus, staleBecause } from './grant-status.ts'
import { joinedOf, type LoadedTask, stateOf } from './load.ts'
import { classRowsOf, positiveOf } from './plan/class-rows.ts'
import { typeMismatchOf } from './plan/column-types.ts'
import { differencesOf } from './plan/party-differences.ts'
import { wantedNames } from './plan/plan.ts'
import { taskAbilities } from './policy.ts'
import { RECRUITS } from './status.ts'
import type { RegistrationRow } from './table.ts'

/** The reader's party and language. */
type Reader = Pick<Actor, 'partyId' | 'language'>

export function presentTask(loaded: LoadedTask, algorithms: AlgorithmLibrary, reader: Reader): Task {
  const { task } = loaded
  const algorithm = task.algorithmId ? algorithms.find(task.algorithmId) : undefined
  return {
    id: task.id,
    name: task.name,
    description: task.description,
    avatar: task.avatar,
    partyId: task.partyId,
    partyName: nameOfParty(loaded.parties.get(task.partyId), reader.language),
    visibility: task.visibility,
    status: task.status,
    researchType: task.researchType,
    kind: taskKindOf(task.researchType),
    algorithms: algorithm ? [{ id: algorithm.manifest.id, name: algorithm.manifest.name }] : [],
    parameters: task.parameters,
    columnSelection: task.columnSelection,
    originTaskId: task.originTaskId,
    createdBy: task.createdBy,
    createTime: task.createTime,
    partyCount: joinedOf(loaded).length,
    rowCount: rowsOf(loaded),
    contentType: contentTypeOf(loaded, algorithms, reader),
    role: roleOf(loaded, reader),
  }
}

export function presentDetail(
  loaded: LoadedTask,
  algorithms: AlgorithmLibrary,
  actor: Actor,
  /** Fields that are present only for readers who may watch the run. */
  { modelId, logUrl }: Pick<TaskDetail, 'modelId' | 'logUrl'>,
): TaskDetail {
  const abilities = taskAbilities(actor, stateOf(loaded))
  const initiator = loaded.registrations.find(({ role }) => role === 'initiator')
  return {
    ...presentTask(loaded, algorithms, actor),
    isComplete: loaded.task.algorithmId !== null && Boolean(initiator?.datasetId),
    modelId: loaded.task.status === 'completed' ? modelId : null,
    logUrl: abilities.watch ? logUrl : null,
    planHash: loaded.planHash,
    ...faultOf(loaded),
    start: startOf(loaded),
    canResume: algorithms.find(loaded.task.algorithmId ?? '')?.manifest.resumes !== undefined,
    joining: stateOf(loaded).joining,
    fewest: loaded.plan?.fewest ?? loaded.task.fewest,
    waitMinutes: stateOf(loaded).joining === 'closed' ? (loaded.task.waitMinutes ?? WAIT_MINUTES) : null,
    droppedParameters: droppedOf(loaded, algorithms),
    ...proposedOf(loaded),
    ...classRowsFor(loaded, algorithms, actor),
    ...differencesFor(loaded, actor),
    abilities,
  }
}

function proposedOf({ task }: LoadedTask): Pick<TaskDetail, 'proposedColumns'> {
  return task.proposedColumns && !task.columnSelection ? { proposedColumns: task.proposedColumns } : {}
}

/**
 * Returns class counts before the start, for participants only. Readers of the pool must not learn about the parties'
 * data.
 */
function classRowsFor(
  loaded: LoadedTask,
  algorithms: AlgorithmLibrary,
  actor: Actor,
): Pick<TaskDetail, 'classRows' | 'positive'> {
  if (loaded.task.status !== 'recruiting' || roleOf(loaded, actor) === null) return {}
  const classRows = classRowsOf(loaded)
  const positive = positiveOf(loaded, wantedNames(loaded.task, algorithms.find(loaded.task.algorithmId ?? '')))
  return { ...(classRows && { classRows }), ...(positive && { positive }) }
}

/** Returns the differences between the parties: all of them for the initiator, and only its own for a participant. */
function differencesFor(loaded: LoadedTask, actor: Actor): Pick<TaskDetail, 'differences'> {
  const role = loaded.task.status === 'recruiting' ? roleOf(loaded, actor) : null
  if (role === null) return {}
  const all = differencesOf(loaded)
  const differences =
    role === 'initiator'
      ? all
      : all.flatMap((one) => {
          const partyIds = one.partyIds.filter((partyId) => partyId === actor.partyId)
          return partyIds.length > 0 ? { ...one, partyIds } : []
        })
  return differences.length > 0 ? { differences } : {}
}

function startOf({ task: { start } }: LoadedTask): TaskDetail['start'] {
  return start && { modelId: start.plan.modelId, model: start.plan.model, task: start.plan.task }
}

function faultOf({ agreement }: LoadedTask): Pick<TaskDetail, 'planFault'> {
  if (agreement?.kind !== 'fault') return {}
  const { code, params } = agreement.error
  return { planFault: { code, params } }
}

export function namesStatusOf({ partyId, datasetId }: RegistrationRow, { agreement, names }: LoadedTask): NamesStatus {
  if (!agreement || datasetId === null) return 'none'
  return names.some((one) => one.partyId === partyId) ? 'confirmed' : 'missing'
}

/**
 * Returns the stored parameters that the algorithm no longer has. A task that has ended has none, because it trained
 * with the parameters that the algorithm had then.
 */
function droppedOf({ task }: LoadedTask, algorithms: AlgorithmLibrary) {
  const algorithm = task.algorithmId ? algorithms.find(task.algorithmId) : undefined
  const isOver = task.status === 'completed' || task.status === 'disbanded'
  return algorithm && !isOver ? droppedParameters(algorithms, algorithm, task.parameters) : []
}

export function presentCard(loaded: LoadedTask, algorithms: AlgorithmLibrary, reader: Reader): TaskCard {
  const { task } = loaded
  return {
    id: task.id,
    name: task.name,
    description: task.description,
    avatar: task.avatar,
    type: 'train',
    partyId: task.partyId,
    partyName: nameOfParty(loaded.parties.get(task.partyId), reader.language),
    visibility: task.visibility,
    status: task.status,
    researchType: task.researchType,
    kind: taskKindOf(task.researchType),
    role: roleOf(loaded, reader),
    modelId: null,
    createTime: task.createTime,
    partyCount: joinedOf(loaded).length,
    rowCount: rowsOf(loaded),
    contentType: contentTypeOf(loaded, algorithms, reader),
  }
}

export function presentRegistration(
  registration: RegistrationRow,
  loaded: LoadedTask,
  edge: EdgePresence | undefined,
  reader: Reader,
  now: Date,
): Registration {
  const party = loaded.parties.get(registration.partyId)
  const dataset = registration.datasetId ? loaded.datasets.get(registration.datasetId) : undefined
  const typeMismatch = typeMismatchOf(registration, loaded)
  const status = grantStatusOf(registration, loaded, now)
  return {
    id: registration.id,
    taskId: registration.taskId,
    partyId: registration.partyId,
    partyName: nameOfParty(party, reader.language),
    partyAvatar: party?.avatar ?? null,
    role: registration.role,
    status: registration.status,
    readiness: readinessOf(registration, loaded, edge, now),
    grant: status,
    staleBecause: status === 'stale' ? staleBecauseOf(registration, loaded, now) : [],
    edgeCode: edgeCodeOf(edge, loaded.codeHash),
    datasetId: registration.datasetId,
    datasetName: dataset && isNamedTo(reader, dataset, loaded) ? dataset.name : null,
    rowCount: dataset?.rowCount ?? 0,
    names: namesStatusOf(registration, loaded),
    ...(typeMismatch && { typeMismatch }),
    mapping: registration.partyId === reader.partyId ? (dataset?.mapping ?? []) : [],
    ...(dataset?.repeatedId && { repeatedId: dataset.repeatedId }),
    note: registration.note,
    canShowDetail: registration.partyId === reader.partyId,
    isOnline: edge?.isOnline ?? false,
    lastSeen: edge?.lastSeen ?? null,
    createTime: registration.createTime,
  }
}

/**
 * Returns whether a party is ready: it has offered data, has a ticket for the current plan, and its edge can train and
 * has the right code.
 */
export function readinessOf(
  registration: RegistrationRow,
  loaded: LoadedTask,
  edge: EdgePresence | undefined,
  now: Date,
): Readiness {
  const hasData = registration.datasetId !== null && loaded.datasets.has(registration.datasetId)
  const isSigned = grantStatusOf(registration, loaded, now) === 'signed'
  const code = edgeCodeOf(edge, loaded.codeHash)
  const hasCode = code === null || code === 'known'
  return { data: hasData && isSigned, environment: hasCode && (edge?.isReady ?? false) }
}

export function grantStatusOf(registration: RegistrationRow, loaded: LoadedTask, now: Date) {
  const status = grantStatus(loaded.planHash, registration.datasetId, ticketsOf(registration, loaded), now, {
    isForNewRun: mayStart(loaded),
  })
  // Another party has since selected other rows, and the column types of this party's rows no longer match.
  return status === 'signed' && mayStart(loaded) && typeMismatchOf(registration, loaded) ? 'stale' : status
}

function staleBecauseOf(registration: RegistrationRow, loaded: LoadedTask, now: Date) {
  const known = staleBecause(loaded, registration.datasetId, ticketsOf(registration, loaded))
  const fits =
    grantStatusOf(registration, { ...loaded, task: { ...loaded.task, status: 'training' } }, now) === 'signed'
  return fits && typeMismatchOf(registration, loaded) ? [...new Set([...known, 'rows'])] : known
}

const ticketsOf = ({ partyId }: RegistrationRow, { tickets }: LoadedTask) =>
  tickets.filter((ticket) => ticket.partyId === partyId)

/**
 * Whether a run may start. While a run is active, its ticket covers no other run, but the party need not sign again.
 */
const mayStart = ({ task }: LoadedTask) => RECRUITS.includes(task.status)

/**
 * Data that is shared with the whole party appears in the pool. Names of other data are visible to parties of the task
 * only.
 */
function isNamedTo(actor: Pick<Actor, 'partyId'>, { sharing }: Pick<DatasetRow, 'sharing'>, loaded: LoadedTask) {
  return sharing === 'party' || roleOf(loaded, actor) !== null
}

function roleOf({ registrations }: LoadedTask, { partyId }: Pick<Actor, 'partyId'>) {
  return registrations.find((mine) => mine.partyId === partyId && mine.status === 'joined')?.role ?? null
}

function rowsOf(loaded: LoadedTask): number {
  return joinedOf(loaded).reduce((sum, { datasetId }) => {
    return sum + (datasetId ? (loaded.datasets.get(datasetId)?.rowCount ?? 0) : 0)
  }, 0)
}

/**
 * Returns the kind of data that the task's algorithm takes. Before an algorithm is chosen, returns the kind of the
 * initiator's data, for the task's parties only.
 */
function contentTypeOf(loaded: LoadedTask, algorithms: AlgorithmLibrary, reader: Reader): ContentType | null {
  const [only, ...others] = algorithms.find(loaded.task.algorithmId ?? '')?.manifest.contentTypes ?? []
  if (only && others.length === 0) return only
  if (roleOf(loaded, reader) === null) return null
  const offered = loaded.registrations.find(({ role }) => role === 'initiator')?.datasetId
  return loaded.datasets.get(offered ?? '')?.contentType ?? null
}
