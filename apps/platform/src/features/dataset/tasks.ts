import { type DatasetUse, fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { maySee } from './policy.ts'
import { findDataset } from './queries.ts'
import type { DatasetRow } from './table.ts'

/** What datasets need to know about tasks. Tasks build on datasets, so the app provides it. */
export interface TasksOfDatasets {
  /**
   * Whether any of these is offered to a training task. Locks the tasks to which they are offered until the transaction
   * ends.
   */
  isTraining: (tx: Db, datasetIds: string[]) => Promise<boolean>
  /** Removes these from recruiting tasks, notifies their parties, and lets the tasks choose again. */
  takeBack: (tx: Db, datasetIds: string[], actor: Actor) => Promise<void>
  /** Returns the live tasks to which these are offered and that the actor may see, newest first. */
  usesOf: (db: Db, datasetIds: string[], actor: Actor) => Promise<DatasetUse[]>
  /** Whether it is offered to a task in which this party takes part. */
  isOfferedTo: (db: Db, datasetId: string, partyId: string) => Promise<boolean>
  /**
   * Returns columns and label of the newest task to which its initiator offers this and in which the party takes part.
   */
  requestedOf: (db: Db, initiatorDatasetId: string, partyId: string) => Promise<string[] | null>
  /** Returns what a task needs, if the actor may see the task. */
  formatOf: (db: Db, taskId: string, actor: Actor) => Promise<{ datasetId: string | null; asked: string[] | null }>
}

/** Returns a live dataset that the actor may see. A hidden one and a missing one give the same error. */
export async function findVisible(
  db: Db,
  tasks: TasksOfDatasets,
  datasetId: string,
  actor: Actor,
): Promise<DatasetRow> {
  const row = await findDataset(db, datasetId)
  if (!row || row.deleted) fail('dataset.not-found')
  const isOffered = actor.partyId !== null && (await tasks.isOfferedTo(db, row.id, actor.partyId))
  if (!maySee(actor, row, isOffered)) fail('dataset.not-found')
  return row
}
