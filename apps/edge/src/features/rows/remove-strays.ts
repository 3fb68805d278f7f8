import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatasetDeps } from './deps.ts'
import { listFiles } from './queries.ts'

/**
 * Removes folders that no draft or dataset refers to. Such folders remain if the edge stops while it writes or deletes
 * their files.
 */
export async function removeStrays({ db, dataDir }: Pick<DatasetDeps, 'db' | 'dataDir'>) {
  const data = join(dataDir, 'data')
  if (!existsSync(data)) return
  const named = new Set(listFiles(db).map((file) => dirname(file)))
  for (const entry of await readdir(data, { withFileTypes: true })) {
    const folder = join(data, entry.name)
    if (entry.isDirectory() && !named.has(folder)) await rm(folder, { recursive: true, force: true })
  }
}
