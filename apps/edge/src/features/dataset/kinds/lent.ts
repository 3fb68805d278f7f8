import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import type { StoredDataset } from '../queries.ts'

/** Rows set aside for a task, and which of their columns its ticket covers. */
export interface LentRows {
  dataset: Pick<StoredDataset, 'contentType' | 'columnTypes' | 'file'>
  columns: string[]
  /** Which rows, in SQL. */
  where: string
}

/** What a lent folder holds, as `engine/engine/data/lent.py` reads it: nothing else in it can be read by what trains. */
interface LentIndex {
  kind: 'table'
  files: string[]
  columns: string[]
}

/** Written last: a folder without it lends nothing. */
export const writeIndex = (folder: string, index: LentIndex) =>
  writeAtomically(join(folder, 'index.json'), JSON.stringify(index))
