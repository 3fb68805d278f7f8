import { type DatasetUse, fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { maySee } from './policy.ts'
import { findDataset } from './queries.ts'
import type { DatasetRow } from './table.ts'

/** What datasets need to know of tasks. Tasks build on datasets, so the app hands it in. */
export interface TaskSight {
  /** Whether any of these is offered to a task that trains now. Holds the tasks they are offered to until the transaction ends. */
  isTraining: (tx: Db, datasetIds: string[]) => Promise<boolean>
  /** Recruiting tasks that these were brought to choose anew, and are told. */
  takeBack: (tx: Db, datasetIds: string[], actor: Actor) => Promise<void>
  /** The tasks these were brought to that live and that the actor may see, newest first. */
  usesOf: (db: Db, datasetIds: string[], actor: Actor) => Promise<DatasetUse[]>
  /** Whether it was brought to a task this party takes part in. */
  isOfferedTo: (db: Db, datasetId: string, partyId: string) => Promise<boolean>
  /** The columns and label of the newest task to which its initiator brought this, and in which the party takes part. */
  askedOf: (db: Db, initiatorDatasetId: string, partyId: string) => Promise<string[] | null>
  /** What a task asks for, as far as the actor may see the task. */
  formatOf: (db: Db, taskId: string, actor: Actor) => Promise<{ datasetId: string | null; asked: string[] | null }>
}

/** A live dataset as far as the actor may know of it; whether another one exists is not told. */
export async function findVisible(db: Db, tasks: TaskSight, datasetId: string, actor: Actor): Promise<DatasetRow> {
  const row = await findDataset(db, datasetId)
  if (!row || row.deleted) fail('dataset.not-found')
  const isOffered = actor.partyId !== null && (await tasks.isOfferedTo(db, row.id, actor.partyId))
  if (!maySee(actor, row, isOffered)) fail('dataset.not-found')
  return row
}
