import { fail } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { mayReadRows } from './policy.ts'
import { findDataset, findDatasetByTable, findDraftByTable, type StoredDataset } from './queries.ts'

/** Rows that lie at this edge: a dataset's, those set aside for a task, or a draft's. */
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

/** A saved dataset that the caller may read, by its id. */
export function readableDataset({ db }: { db: Db }, id: string, actor: Actor): StoredDataset {
  const dataset = findDataset(db, id) ?? fail('dataset.not-found')
  return mayReadRows(actor, dataset) ? dataset : fail('dataset.not-allowed')
}

/** What the caller may read under this name. Drafts are there for nobody but whoever uploaded them. */
export function readable({ db }: { db: Db }, tableName: string, actor: Actor): Rows {
  const dataset = findDatasetByTable(db, tableName)
  if (!dataset) return findDraftByTable(db, tableName, actor.userId) ?? fail('dataset.not-found')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  return dataset
}
