import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openDatabase } from './db/open.ts'
import { systemClock } from './lib/clock.ts'
import { NO_OUTAGES } from './lib/database-watch.ts'
import type { Deps } from './lib/deps.ts'
import { openFolderStore } from './lib/files.ts'
import { openKeys } from './lib/keys.ts'
import type { PlatformSettings } from './settings.ts'

/** Returns the paths of the folders with data that is not in the database. */
export const foldersOf = (dataDir: string) => ({ files: join(dataDir, 'files'), keys: join(dataDir, 'keys') })

/**
 * Opens the dependencies of every feature according to the settings. The platform and the operator's commands use them.
 */
export async function openDeps(
  settings: PlatformSettings,
  log: FastifyBaseLogger,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  const { db, bus, close } = await openDatabase(settings)
  const folders = foldersOf(settings.DATA_DIR)
  const files = openFolderStore(folders.files)
  const keys = openKeys(folders.keys)
  return { deps: { db, bus, files, keys, settings, clock: systemClock, databaseWatch: NO_OUTAGES, log }, close }
}
