import { fail, type Input, MAX_NAME, MIN_ROWS_NAMED } from '@tessera/contract'
import type { NameClasses } from '@tessera/contract/wire'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { type DatasetDeps, findOffered, mayReadRows, readClasses } from '../rows/index.ts'
import { requireWords } from './confirm-names.ts'

/**
 * Sends the platform the class names that a member chose to send. Rare classes and classes that were left out are never
 * sent.
 */
export async function nameClasses(
  deps: DatasetDeps,
  { taskId, datasetId, label, classes }: Input<typeof NameClasses>,
  actor: Actor,
): Promise<number> {
  const dataset = findOffered(deps.db, taskId) ?? fail('task.no-data')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  if (dataset.id !== datasetId) fail('task.names-stale')
  const found = await readClasses(deps.duck, dataset, label)
  const nameable = found.filter(({ name, count }) => count >= MIN_ROWS_NAMED && name.length <= MAX_NAME)
  requireWords(
    label,
    classes,
    nameable.map(({ name }) => name),
  )
  await deps.platform.checkChoosing(taskId, actor.userId)
  const { userId, displayName: name } = actor
  return transaction(deps.db, () => {
    deps.log.append('classes-named', { taskId, datasetId, label, classes, userId, name })
    return deps.outbox.add({ kind: 'classes', taskId, datasetId, label, classes })
  })
}
