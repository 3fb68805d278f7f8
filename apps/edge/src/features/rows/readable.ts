import { fail } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { mayReadRows } from './policy.ts'
import { findDataset, findDatasetByTable, findDraftByTable, type StoredDataset } from './queries.ts'

/** Rows stored at this edge: of a dataset, of a selection for a task, or of a draft. */
export type Rows = Pick<
  StoredDataset,
  | 'id'
  | 'tableName'
  | 'contentType'
  | 'columns'
  | 'columnTypes'
  | 'labelColumns'
  | 'rowCount'
  | 'fileName'
  | 'file'
  | 'media'
> &
  Partial<Pick<StoredDataset, 'base'>>

/** Returns a saved dataset by id, if the caller may read it. */
export function readableDataset({ db }: { db: Db }, id: string, actor: Actor): StoredDataset {
  const dataset = findDataset(db, id) ?? fail('dataset.not-found')
  return mayReadRows(actor, dataset) ? dataset : fail('dataset.not-allowed')
}

/**
 * Returns the rows of this table name, if the caller may read them. Drafts are visible only to the user who uploaded
 * them.
 */
export function readable({ db }: { db: Db }, tableName: string, actor: Actor): Rows {
  const dataset = findDatasetByTable(db, tableName)
  if (!dataset) return findDraftByTable(db, tableName, actor.userId) ?? fail('dataset.not-found')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  return dataset
}
