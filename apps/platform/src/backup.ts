import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addFolder, BackupRefused, placeOfBackup, VERSION, writeArchive } from '@tessera/server'
import { z } from 'zod'
import { dumpTables } from './db/dump.ts'
import { readVersion } from './db/migrate.ts'
import { platformLogHead, record } from './lib/audit.ts'
import type { Deps } from './lib/deps.ts'

/** The manifest of a platform's backup. The archive stores it beside the list of its parts. */
export const PlatformBackup = z.object({
  tessera: z.literal('backup'),
  format: z.literal(1),
  of: z.literal('platform'),
  version: z.string(),
  createTime: z.string(),
  /** Hashes of the database's applied migrations. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rowCount: z.int() })),
  logHead: z.object({ seq: z.int(), hash: z.string() }),
})
export type PlatformBackup = z.infer<typeof PlatformBackup>

/**
 * Folders in a backup: files, keys, certificate authority, the root certificate of TLS_CERT=own, and secrets. Active
 * runs, logs and caches are not backed up, because a restored platform does not need them.
 */
export const KEPT_FOLDERS = ['files', 'keys', 'authority', 'tls'] as const

/**
 * Short-lived tables that a backup omits, because their contents must not become valid again. All users log in again
 * after a restore.
 */
const SHORT_LIVED = [
  ...['session', 'socket_ticket', 'market_ticket', 'captcha', 'verification_code', 'rate_limit', 'login_failure'],
  // The table of applied migrations is not dumped: the manifest lists them, and restoring applies them.
  'migration',
]

/**
 * Writes a backup while the platform runs. The database is copied first, so that every file that its rows name exists
 * when the files are copied.
 */
export async function backUpPlatform(deps: Deps, path: string, by: string) {
  const { db, settings, clock } = deps
  requireKeys(settings.DATA_DIR)
  const file = await placeOfBackup(path, 'platform', clock.now())
  const { done } = await readVersion(db)
  await record(db, 'operator.backed-up', { by })
  return writeArchive(file, async (archive) => {
    const logHead = await platformLogHead(db)
    let part = 0
    const tables = await dumpTables(db, SHORT_LIVED, (table, rows) => {
      part += 1
      return archive.addText(`tables/${table}/${String(part).padStart(6, '0')}.json`, JSON.stringify(rows))
    })
    for (const folder of KEPT_FOLDERS) {
      await addFolder(archive, join(settings.DATA_DIR, folder), folder, (name) => !name.endsWith('.tmp'))
    }
    const about = { tessera: 'backup', format: 1, of: 'platform', version: VERSION } as const
    const createTime = clock.now().toISOString()
    await archive.finish({ ...about, createTime, migrations: done, tables, logHead } satisfies PlatformBackup)
    const rows = tables.reduce((sum, { rowCount }) => sum + rowCount, 0)
    return { file, rows, parts: archive.parts.length }
  })
}

/**
 * Fails if the data folder has no keys. The platform's first start creates the keys, so without them DATA_DIR does not
 * belong to this database.
 */
function requireKeys(dataDir: string) {
  if (existsSync(join(dataDir, 'keys'))) return
  throw new BackupRefused(
    `DATA_DIR=${dataDir} holds no keys of a platform: it is not the folder that belongs to this database. Set DATA_DIR as the platform has it, or name its settings: --env-file <DATA_DIR>/platform.env.`,
  )
}
