import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSettings, holdLifeline } from '@tessera/server'
import { build, createApp, startWorkers } from './app.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'
import { systemClock } from './lib/clock.ts'
import type { Deps } from './lib/deps.ts'
import { openFolderStore } from './lib/files.ts'
import { openKeys } from './lib/keys.ts'
import { readPlatformSettings } from './settings.ts'

holdLifeline()
process.umask(0o077)

try {
  await start()
} catch (error) {
  console.error(isPlain(error) ? error.message : error)
  process.exit(1)
}

/** What the operator can mend needs no stack. */
function isPlain(error: unknown): error is Error {
  return error instanceof BadSettings || (error as { code?: unknown }).code === 'EADDRINUSE'
}

async function start() {
  const settings = readPlatformSettings()
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  const database = await openDatabase(settings)
  await migrate(database.db)

  const app = createApp(settings)
  const files = openFolderStore(join(settings.DATA_DIR, 'files'))
  const keys = openKeys(join(settings.DATA_DIR, 'keys'))
  const deps: Deps = { db: database.db, bus: database.bus, files, keys, settings, clock: systemClock, log: app.log }
  await build(app, deps)
  const stopWorkers = await startWorkers(app, deps)
  await app.listen({ port: settings.PORT, host: settings.HOST })

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await app.close()
    await stopWorkers()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}
