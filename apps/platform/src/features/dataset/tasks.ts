import { type DatasetUse, fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { maySee } from './policy.ts'
import { findDataset } from './queries.ts'
import type { DatasetRow } from './table.ts'

/**
 * The queries about tasks that the dataset feature needs. The task feature builds on datasets, so the app passes them
 * in.
 */
export interface TasksOfDatasets {
  /**
   * Returns whether any of these datasets is offered to a task in training. Locks the tasks that use the datasets until
   * the transaction ends.
   */
  isTraining: (tx: Db, datasetIds: string[]) => Promise<boolean>
  /** Removes these datasets from recruiting tasks and notifies the tasks' parties, which can then offer other data. */
  takeBack: (tx: Db, datasetIds: string[], actor: Actor) => Promise<void>
  /** Returns the open tasks to which these datasets are offered and that the actor may see, newest first. */
  usesOf: (db: Db, datasetIds: string[], actor: Actor) => Promise<DatasetUse[]>
  /** Returns whether the dataset is offered to a task in which this party takes part. */
  isOfferedTo: (db: Db, datasetId: string, partyId: string) => Promise<boolean>
  /**
   * Returns the columns and the label of the newest task in which the party takes part and to which the initiator
   * offers this dataset.
   */
  requestedOf: (db: Db, initiatorDatasetId: string, partyId: string) => Promise<string[] | null>
  /** Returns the dataset and the columns that a task needs, if the actor may see the task. */
  formatOf: (db: Db, taskId: string, actor: Actor) => Promise<{ datasetId: string | null; asked: string[] | null }>
}

/**
 * Returns a dataset that is not deleted and that the actor may see. A hidden and a missing dataset give the same error.
 */
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
