import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import { type Duck, literal } from '../../../lib/duck.ts'
import type { StoredDataset } from '../queries.ts'

/** Rows set aside for a task, and which of their columns its ticket covers. */
export interface GrantedRows {
  dataset: Pick<StoredDataset, 'contentType' | 'columnTypes' | 'file' | 'media'>
  columns: string[]
  /** Which rows, in SQL. */
  where: string
}

/** What a granted folder holds, as `engine/engine/data/granted.py` reads it: nothing else in it can be read by what trains. */
interface GrantedIndex {
  kind: 'table'
  files: string[]
  columns: string[]
}

/** Written last: a folder without it grants nothing. */
export const writeIndex = (folder: string, index: GrantedIndex) =>
  writeAtomically(join(folder, 'index.json'), JSON.stringify(index))

/** Writes what a statement selects into a new file, for its owner only; answers how many rows. */
export async function writeRows(duck: Duck, rows: string, file: string, options: string): Promise<number> {
  await (await open(file, 'wx', 0o600)).close()
  const { Count } = await duck.row(`COPY (${rows}) TO ${literal(file)} (FORMAT parquet, ${options})`)
  await chmod(file, 0o600)
  return Number(Count)
}
