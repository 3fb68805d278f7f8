import { FEWEST_ROWS_NAMED, fail, type Input, LONGEST_NAME } from '@tessera/contract'
import type { NameClasses } from '@tessera/contract/wire'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { readClasses } from './classes.ts'
import { requireWords } from './confirm-names.ts'
import type { DatasetDeps } from './deps.ts'
import { mayReadRows } from './policy.ts'
import { findOffered } from './queries.ts'

/** Sends the platform the names of classes that a member wants told, and of none that fewer rows have or that were left out. */
export async function nameClasses(
  deps: DatasetDeps,
  { taskId, datasetId, label, classes }: Input<typeof NameClasses>,
  actor: Actor,
): Promise<number> {
  const dataset = findOffered(deps.db, taskId) ?? fail('task.no-data')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  if (dataset.id !== datasetId) fail('task.names-stale')
  const found = await readClasses(deps.duck, dataset, label)
  const nameable = found.filter(({ name, count }) => count >= FEWEST_ROWS_NAMED && name.length <= LONGEST_NAME)
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
