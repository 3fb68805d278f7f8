import {
  BackupRefused,
  extract,
  fillFolder,
  type ReadPart,
  readArchive,
  textOf,
  type Verification,
  verifyLogs,
} from '@tessera/server'
import { and, eq } from 'drizzle-orm'
import { KEPT_FOLDERS, PlatformBackup } from './backup.ts'
import { beginLoad } from './db/dump.ts'
import { isUnreleased, migrate, readVersion } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/pool.ts'
import { platformLog } from './db/table.ts'
import { record } from './lib/audit.ts'
import { systemClock } from './lib/clock.ts'
import { openKeys } from './lib/keys.ts'
import { foldersOf } from './open-deps.ts'

/** Maximum size of a part of a table in the archive. Most parts are much smaller, but a single row may be large. */
const TABLE_PART_MAX_BYTES = 1024 * 1024 * 1024

export interface RestoreRequest {
  file: string
  /** The archive's manifest, which has been checked. */
  about: unknown
  into: string
  /** URL of an empty PostgreSQL database. Without it, an embedded database is created in the folder. */
  databaseUrl: string | undefined
  by: string
}

/**
 * Restores a platform from a backup and migrates it to this version. The new database is PostgreSQL or embedded,
 * whichever kind the backup was made of. Everything is checked first, and the folder appears only once it is complete.
 */
export async function restorePlatform(request: RestoreRequest): Promise<{ about: PlatformBackup; log: Verification }> {
  const { data: about } = PlatformBackup.safeParse(request.about)
  if (!about) throw new BackupRefused(`${request.file} is not a platform backup that this version can read.`)
  return fillFolder(request.into, async (draft) => {
    const database = await openDatabase({ DATABASE_URL: request.databaseUrl, DATA_DIR: draft })
    try {
      const { isEmpty } = await readVersion(database.db)
      if (!isEmpty) {
        throw new BackupRefused(
          'The database of DATABASE_URL is not empty, and nothing in it is overwritten. Name an empty one.',
        )
      }
      await database.db.transaction(async (tx) => {
        await loadAll(tx, about, request.file, draft)
        await migrate(tx)
        await requireLogHead(tx, about)
        await record(tx, 'operator.restored', { by: request.by, backupTime: about.createTime })
      })
      return { about, log: await verifyRestored(database.db, draft) }
    } finally {
      await database.close()
    }
  })
}

/** Loads the rows, in the table structure of the backup's version, and the files. */
async function loadAll(tx: Db, about: PlatformBackup, file: string, draft: string) {
  if (isUnreleased(about.migrations)) {
    throw new BackupRefused(
      'The backup was made before the first release of Tessera (2.6.4), and this version does not read it.',
    )
  }
  await migrate(tx, { only: about.migrations })
  if ((await readVersion(tx)).done.join() !== about.migrations.join()) {
    throw new BackupRefused(
      `The backup was made by Tessera ${about.version}, which is newer than this one. Update this one first.`,
    )
  }
  const { load, finish } = await beginLoad(tx, about.tables)
  for await (const part of readArchive(file)) {
    const table = /^tables\/(\w+)\/\d+\.json$/.exec(part.name)?.[1]
    if (table) await load(table, await rowsOf(part))
    else if (KEPT_FOLDERS.some((folder) => part.name.startsWith(`${folder}/`))) await extract(part, draft)
    else if (part.name !== 'manifest.json')
      throw new BackupRefused(`The backup contains ${part.name}, which is not a part of a platform backup.`)
  }
  await finish()
}

/**
 * Fails if the log does not contain the log head that the manifest states. The log may be longer, because entries were
 * added while the backup was made.
 */
async function requireLogHead(tx: Db, { logHead }: PlatformBackup) {
  const isHead = and(eq(platformLog.seq, logHead.seq), eq(platformLog.hash, logHead.hash))
  if (logHead.seq > 0 && (await tx.$count(platformLog, isHead)) === 0) {
    throw new BackupRefused(
      `The log in the backup is not the one it was made with: entry ${logHead.seq} is missing or another. Take another backup.`,
    )
  }
}

async function rowsOf({ content, size }: ReadPart): Promise<string[]> {
  return JSON.parse(await textOf(content, size, TABLE_PART_MAX_BYTES)) as string[]
}

async function verifyRestored(db: Db, dataDir: string): Promise<Verification> {
  // The module is imported only here, because it loads half of the platform.
  const { exportLog } = await import('./export-log.ts')
  const keys = openKeys(foldersOf(dataDir).keys)
  return verifyLogs({ name: 'the platform’s log', lines: exportLog({ db, keys, clock: systemClock }) }, [])
}
