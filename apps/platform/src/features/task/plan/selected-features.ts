import { fail, type Input, type SelectedFeature, targetsOf } from '@tessera/contract'
import type { AddSelectedFeatures, SetFeatureCodes } from '@tessera/contract/wire'
import type { Db } from '../../../db/pool.ts'
import { record } from '../../../lib/audit.ts'
import type { Actor } from '../../../lib/auth.ts'
import type { AlgorithmDeps } from '../../algorithm/index.ts'
import { listPartiesByIds, nameOfParty } from '../../party/index.ts'
import { lockLoaded, refusalOfLead } from '../join-task.ts'
import { type LoadedTask, stateOf } from '../load.ts'
import { notifyTaskChanged } from '../notify.ts'
import { taskAbilities } from '../policy.ts'
import { codedClassesOf, findFault, findPositiveFault, isConfirmed } from './class-codes.ts'
import { positiveOf } from './class-rows.ts'
import { addFeatures, findTaskOfFeatures, listFeatures, removeFeatures, setCode } from './feature-rows.ts'
import { wantedNames } from './plan.ts'

/** Maximum number of classes. An edge lists as many for a column. */
const MAX_CLASSES = 1000

/** Replaces the classes that the caller's party has named. */
export async function addSelectedFeatures(
  deps: AlgorithmDeps,
  items: Input<typeof AddSelectedFeatures>,
  actor: Actor,
): Promise<void> {
  const { taskId, partyId } = items[0] ?? fail('task.classes-none')
  if (items.some((item) => item.taskId !== taskId || item.partyId !== partyId)) fail('task.classes-mixed')
  await deps.db.transaction(async (tx) => {
    const loaded = await lockLoaded(tx, deps, taskId)
    if (partyId !== actor.partyId) fail('task.not-allowed')
    if (loaded.task.status !== 'recruiting') fail('task.not-recruiting')
    if (!taskAbilities(actor, stateOf(loaded)).offerData) fail('task.not-allowed')
    await replaceFeatures(deps, tx, loaded, items, actor.userId)
  })
}

/** Replaces the classes of one party. If an edge reports them, there is no user. */
export async function replaceFeatures(
  deps: AlgorithmDeps,
  tx: Db,
  { task: { columnSelection } }: LoadedTask,
  items: Input<typeof AddSelectedFeatures>,
  userId?: string,
) {
  const { taskId, partyId, label } = items[0] ?? fail('task.classes-none')
  if (items.length > MAX_CLASSES) fail('task.classes-many', { limit: MAX_CLASSES })
  if (columnSelection?.label === null) fail('task.label-none')
  requireLabel(items, columnSelection?.label ?? label)
  requireDistinct(items)
  await removeFeatures(tx, taskId, partyId)
  await addFeatures(tx, items)
  await record(tx, 'task.classes-named', { taskId, partyId, count: items.length, ...(userId && { userId }) })
  await notifyTaskChanged(tx, deps, taskId)
}

function requireLabel(items: readonly { label: string }[], label: string) {
  if (items.some((item) => item.label !== label)) fail('task.classes-label', { label })
}

function requireDistinct(items: readonly { feature: string }[]) {
  const repeated = items.find(({ feature }, index) => items.findIndex((item) => item.feature === feature) < index)
  if (repeated) fail('task.class-repeated', { class: repeated.feature })
}

/** Sets the codes of all classes at once. Only the initiator may do this. */
export async function setFeatureCodes(
  deps: AlgorithmDeps,
  items: Input<typeof SetFeatureCodes>,
  actor: Actor,
): Promise<void> {
  if (items.length === 0) fail('task.classes-none')
  await deps.db.transaction(async (tx) => {
    const ids = items.map(({ id }) => id)
    const taskId = (await findTaskOfFeatures(tx, ids)) ?? fail('task.class-unknown')
    const loaded = await lockLoaded(tx, deps, taskId)
    if (!taskAbilities(actor, stateOf(loaded)).start) fail(refusalOfLead(actor, loaded))
    const rows = (await listFeatures(tx, [taskId])).filter(isShown(loaded, actor))
    const named = new Map(rows.map(({ id, feature }) => [id, feature]))
    const coded = items.map(({ id, code }) => ({ feature: named.get(id) ?? fail('task.class-unknown'), code }))
    const uncoded = [...named].filter(([id]) => !ids.includes(id)).map(([, feature]) => ({ feature, code: null }))
    const fault = findFault([...coded, ...uncoded]) ?? findPositiveFault(coded, chosenOf(deps, loaded))
    if (fault) throw fault
    for (const [code, rows] of Map.groupBy(items, (item) => item.code)) {
      const coded = rows.map(({ id }) => id)
      await setCode(tx, coded, code)
    }
    await record(tx, 'task.codes-agreed', { taskId, count: items.length, userId: actor.userId })
    await notifyTaskChanged(tx, deps, taskId)
  })
}

/**
 * Returns whether the reader sees a class. Other parties see only classes that a member of its party confirmed at the
 * edge.
 */
const isShown =
  ({ names }: Pick<LoadedTask, 'names'>, { partyId }: Pick<Actor, 'partyId'>) =>
  (row: { partyId: string; feature: string }) =>
    row.partyId === partyId || isConfirmed(names)(row)

/**
 * Returns the classes of all parties, the initiator's first. For independent research the list is empty, because there
 * are no codes to agree on.
 */
export async function listSelectedFeatures(db: Db, loaded: LoadedTask, actor: Actor): Promise<SelectedFeature[]> {
  const { task, registrations } = loaded
  if (task.researchType === 'independent') return []
  const shown = (await listFeatures(db, [task.id])).filter(isShown(loaded, actor))
  const rows = Map.groupBy(shown, ({ partyId }) => partyId)
  const parties = await listPartiesByIds(db, [...rows.keys()])
  const names = new Map(parties.map((party) => [party.id, nameOfParty(party, actor.language)]))
  return registrations.flatMap(({ partyId }) =>
    (rows.get(partyId) ?? []).map(({ position: _position, ...row }) => ({
      ...row,
      partyName: names.get(partyId) ?? partyId,
    })),
  )
}

/** Fails while the named classes have no agreed codes. Independent research needs no codes. */
export async function requireCodes(db: Db, deps: AlgorithmDeps, loaded: LoadedTask) {
  const { task, names } = loaded
  if (task.researchType === 'independent') return
  const { labelKinds } = deps.algorithms.get(task.algorithmId ?? '').manifest
  if (!targetsOf(labelKinds).includes('classes')) return
  const rows = (await listFeatures(db, [task.id])).filter(isConfirmed(names))
  if (rows.length > 0 && !codedClassesOf(rows)) fail('task.codes-missing')
  // The plan puts the positive class last. Codes that were agreed before the positive class was chosen are refused
  // instead of reordered silently.
  const fault = findPositiveFault(rows, chosenOf(deps, loaded))
  if (fault) throw fault
}

const chosenOf = ({ algorithms }: AlgorithmDeps, loaded: LoadedTask) =>
  positiveOf(loaded, wantedNames(loaded.task, algorithms.find(loaded.task.algorithmId ?? '')))
