import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnType, ContentType } from '@tessera/contract'
import { writeAtomically } from '@tessera/server'
import { type Duck, literal } from '../lib/duck.ts'

/** The rows selected for a task, and the columns that its consent ticket covers. */
export interface GrantedRows {
  dataset: {
    contentType: ContentType
    columnTypes: Record<string, ColumnType>
    /** The Parquet file that contains the rows. */
    file: string
    /** The folder that contains the pictures. */
    media: string | null
  }
  columns: string[]
  /** SQL condition that selects the rows. */
  where: string
}

/**
 * Index of a folder of granted data, as `engine/engine/data/granted.py` reads it. Training can read only the files that
 * the index lists.
 */
interface GrantedIndex {
  kind: 'table'
  files: string[]
  columns: string[]
}

/** Writes the index of granted files. It must be written last: a folder without an index grants nothing. */
export const writeIndex = (folder: string, index: GrantedIndex) =>
  writeAtomically(join(folder, 'index.json'), JSON.stringify(index))

/** Writes the rows of a query to a new file that only its owner can read, and returns the number of rows. */
export async function writeRows(duck: Duck, rows: string, file: string, options: string): Promise<number> {
  await (await open(file, 'wx', 0o600)).close()
  const { Count } = await duck.row(`COPY (${rows}) TO ${literal(file)} (FORMAT parquet, ${options})`)
  await chmod(file, 0o600)
  return Number(Count)
}
