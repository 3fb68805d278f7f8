import {
  type ColumnSelection,
  canonicalJson,
  dataKindOf,
  fail,
  type Input,
  isPredicting,
  isTimed,
  selectedColumns,
  targetsOf,
} from '@tessera/contract'
import type { UpdateTask } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/pool.ts'
import { record } from '../../../lib/audit.ts'
import type { Actor } from '../../../lib/auth.ts'
import { type AlgorithmDeps, checkParameters, type InstalledAlgorithm, sentParameters } from '../../algorithm/index.ts'
import { checkTexts, checkVisibility, findChosen } from '../create-task.ts'
import { type LoadedTask, loadTask, stateOf } from '../load.ts'
import { notifyTaskChanged, planChanged } from '../notify.ts'
import { offerDataset } from '../offer-dataset.ts'
import { taskAbilities } from '../policy.ts'
import { lockTask } from '../queries.ts'
import { type TaskRow, task } from '../table.ts'
import { removeFeaturesOfOthers } from './feature-rows.ts'
import { removeNamesOfAll } from './name-rows.ts'
import { wantedNames } from './plan.ts'

/**
 * Changes texts, visibility, algorithm or parameters of a task that is recruiting. If the algorithm changes, its
 * parameters are reset to the new algorithm's defaults.
 */
export function updateTask(deps: AlgorithmDeps, input: Input<typeof UpdateTask>, actor: Actor): Promise<LoadedTask> {
  const { taskId, datasetId } = input
  if (datasetId === undefined) return changeTexts(deps, input, actor)
  return deps.db.transaction(async (tx) => {
    const within = { ...deps, db: tx }
    const row = (await lockTask(tx, taskId)) ?? fail('task.not-found')
    const before = await loadTask(tx, within, row)
    requireEdit(actor, before)
    const mine = before.registrations.find(({ role }) => role === 'initiator') ?? fail('registration.not-found')
    // Older clients send the dataset with every change. Sending the same dataset again changes nothing.
    if (mine.datasetId !== datasetId) await offerDataset(within, { registrationId: mine.id, datasetId }, actor)
    return changeTexts(within, input, actor)
  })
}

function changeTexts(deps: AlgorithmDeps, input: Input<typeof UpdateTask>, actor: Actor): Promise<LoadedTask> {
  return changeTask(deps, input.taskId, actor, ({ task: row }) => {
    const algorithmId =
      input.algorithmId ?? findChosen(deps.algorithms, input.algorithms?.[0])?.manifest.id ?? row.algorithmId
    const isOther = algorithmId !== row.algorithmId
    if (input.parameters && !algorithmId) fail('task.no-algorithm')
    const algorithm = algorithmId ? deps.algorithms.get(algorithmId) : undefined
    const { researchType } = row
    if (input.visibility) checkVisibility({ researchType, visibility: input.visibility })
    const texts = { name: input.name ?? row.name, description: input.description ?? row.description }
    return {
      ...checkTexts(texts),
      visibility: input.visibility ?? row.visibility,
      algorithmId,
      columnSelection: selectionUnder(algorithm, row.columnSelection),
      // The start model is removed, because another algorithm cannot start from a model of the previous one.
      start: isOther ? null : row.start,
      // Stored parameters remain until the initiator sets them again. The plan uses those that the algorithm still has.
      parameters: algorithm && (input.parameters || isOther) ? setParameters(algorithm, input, row) : row.parameters,
    }
  })
}

function setParameters(algorithm: InstalledAlgorithm, { parameters = {} }: Input<typeof UpdateTask>, row: TaskRow) {
  return checkParameters(algorithm.manifest, sentParameters(algorithm, parameters, row.parameters))
}

/** Sets the columns that every party grants, and the label. Both must exist in the initiator's data. */
export function selectColumns(
  deps: AlgorithmDeps,
  taskId: string,
  selection: ColumnSelection,
  actor: Actor,
): Promise<LoadedTask> {
  return changeTask(deps, taskId, actor, (loaded) => {
    const columns = [...new Set(selection.columns)]
    const algorithm = deps.algorithms.find(loaded.task.algorithmId ?? '')
    const label = isWithoutLabel(algorithm) ? null : (selection.label ?? fail('task.label-missing'))
    if (label !== null && columns.includes(label)) fail('task.label-in-features')
    const datasetId = loaded.registrations.find(({ role }) => role === 'initiator')?.datasetId
    const dataset = datasetId ? loaded.datasets.get(datasetId) : undefined
    if (!dataset) fail('task.no-data')
    if (columns.length === 0 && dataKindOf(dataset.contentType).inputs !== 'row') fail('task.columns-none')
    const columnSelection = {
      columns,
      label,
      ...positiveOf(algorithm, selection),
      ...timeOf(algorithm, { ...selection, columns, label }),
    }
    const missing = selectedColumns(columnSelection).find((column) => !dataset.columns.includes(column))
    if (missing !== undefined) fail('task.column-unknown', { column: missing })
    const date = selectedColumns(columnSelection).find((column) => dataset.columnTypes[column] === 'date')
    if (date !== undefined) fail('task.column-date', { column: date })
    return { columnSelection }
  })
}

/**
 * Whether the task needs no label. Until an algorithm is chosen, a label is required, because most algorithms need one.
 */
const isWithoutLabel = (algorithm: InstalledAlgorithm | undefined): boolean =>
  algorithm !== undefined && !isPredicting(algorithm.manifest)

/** Returns the positive class if the algorithm predicts classes, or while no algorithm is chosen. */
function positiveOf(algorithm: InstalledAlgorithm | undefined, { positive }: ColumnSelection) {
  const hasClasses = !algorithm || targetsOf(algorithm.manifest.labelKinds).includes('classes')
  return positive !== undefined && hasClasses ? { positive } : {}
}

/** Returns the time column and the event if the algorithm predicts an event. */
function timeOf(algorithm: InstalledAlgorithm | undefined, { columns, label, time, event }: ColumnSelection) {
  if (!algorithm || !isTimed(algorithm.manifest)) return {}
  if (time === undefined) fail('task.time-missing')
  if (time === label || columns.includes(time)) fail('task.time-in-features')
  return { time, ...(event ? { event } : {}) }
}

/**
 * Adapts a selection of columns to another algorithm. If the algorithm predicts nothing, the label is removed from the
 * selection; if it predicts no event, so is the time column. If the algorithm needs a label or a time that the
 * selection lacks, the initiator must select columns again.
 */
function selectionUnder(algorithm: InstalledAlgorithm | undefined, selection: ColumnSelection | null) {
  if (!selection) return null
  const { columns, label } = selection
  if (isWithoutLabel(algorithm)) return { columns, label: null }
  if (label === null) return null
  if (!algorithm || !isTimed(algorithm.manifest)) return { columns, label, ...positiveOf(algorithm, selection) }
  return selection.time === undefined ? null : selection
}

export async function changeTask(
  deps: AlgorithmDeps,
  taskId: string,
  actor: Actor,
  change: (loaded: LoadedTask) => Partial<TaskRow>,
): Promise<LoadedTask> {
  return deps.db.transaction(async (tx) => {
    const row = (await lockTask(tx, taskId)) ?? fail('task.not-found')
    const before = await loadTask(tx, deps, row)
    requireEdit(actor, before)
    const written = await write(tx, row, change(before))
    await dropWhatNoLongerHolds(tx, deps, row, written)
    const after = await loadTask(tx, deps, written)
    const isNewPlan = before.planHash !== after.planHash
    await record(tx, 'task.changed', { taskId, userId: actor.userId, planHash: after.planHash })
    if (isNewPlan) await planChanged(tx, deps, after)
    else await notifyTaskChanged(tx, deps, taskId)
    return after
  })
}

/** Deletes the classes of the former label, and confirmed names if the columns or the kind of label have changed. */
async function dropWhatNoLongerHolds(tx: Db, { algorithms }: AlgorithmDeps, before: TaskRow, after: TaskRow) {
  const label = after.columnSelection?.label
  if (label !== undefined && label !== before.columnSelection?.label) await removeFeaturesOfOthers(tx, after.id, label)
  const wanted = [before, after].map((row) => wantedNames(row, algorithms.find(row.algorithmId ?? '')) ?? null)
  if (canonicalJson(wanted[0]) !== canonicalJson(wanted[1])) await removeNamesOfAll(tx, after.id)
}

export function requireEdit(actor: Actor, loaded: LoadedTask) {
  if (taskAbilities(actor, stateOf(loaded)).edit) return
  if (loaded.task.partyId !== actor.partyId) fail('task.initiator-only')
  fail(loaded.task.status === 'recruiting' ? 'task.not-allowed' : 'task.not-recruiting')
}

async function write(tx: Db, row: TaskRow, changes: Partial<TaskRow>): Promise<TaskRow> {
  const [written] = await tx.update(task).set(changes).where(eq(task.id, row.id)).returning()
  return written as TaskRow
}
