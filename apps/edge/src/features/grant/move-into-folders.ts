import { existsSync } from 'node:fs'
import { grantWritten } from '../dataset/index.ts'
import type { GrantDeps } from './deps.ts'
import { listGrants } from './queries.ts'

/**
 * Up to 2.6.4 a ticket granted a single file; the books name the folder that takes its place. What cannot be moved is told, and
 * grants nothing.
 */
export async function moveIntoFolders({
  db,
  duck,
  say,
}: Pick<GrantDeps, 'db' | 'duck'> & { say: (line: string) => void }) {
  for (const { id, folder } of listGrants(db)) {
    const former = `${folder}.parquet`
    if (!existsSync(former)) continue
    await grantWritten(duck, former, folder).catch((error: unknown) => {
      say(`the rows of ticket ${id} could not be moved into a folder, sign it again: ${error}`)
    })
  }
}
