import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BadSettings } from '@tessera/server'
import Fastify from 'fastify'
import { migrate, readVersion } from './db/migrate.ts'
import { whyRefused } from './db/why-unreachable.ts'
import type { Deps } from './lib/deps.ts'
import { openDeps } from './open-deps.ts'
import { readPlatformSettings } from './settings.ts'

export type { Deps } from './lib/deps.ts'

export interface OpenOptions {
  mayBeNew?: boolean
  anyVersion?: boolean
}

/**
 * Opens the platform's database and files for an operator's command, with the same settings as the platform. With
 * PostgreSQL, the platform may be running; the embedded database permits only one process, so opening fails while the
 * platform runs.
 * A database of an older version is opened unchanged with `anyVersion`, and refused otherwise. An empty database is
 * migrated with `mayBeNew`; otherwise it is refused, because the setting is probably wrong.
 */
export async function openPlatform(
  env: NodeJS.ProcessEnv,
  { mayBeNew = false, anyVersion = false }: OpenOptions = {},
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const settings = readPlatformSettings(env)
  const where = settings.DATABASE_URL ? 'at DATABASE_URL' : `in ${settings.DATA_DIR}`
  const nothing = `There is no platform's database ${where}. Set DATA_DIR and DATABASE_URL as the platform has them, or name their file: --env-file.`
  const isThere = settings.DATABASE_URL !== undefined || existsSync(join(settings.DATA_DIR, 'database'))
  if (!isThere && !mayBeNew) throw new BadSettings(nothing)
  const opened = await openDeps(settings, Fastify({ logger: false }).log)
  try {
    const { missing, isEmpty } = await readVersion(opened.deps.db)
    if (isEmpty && !mayBeNew) throw new BadSettings(nothing)
    if (isEmpty) await migrate(opened.deps.db)
    else if (missing > 0 && !anyVersion) {
      throw new BadSettings(
        "The database is of an earlier version of Tessera. Start this version's platform once: it brings the database up to date.",
      )
    }
    return opened
  } catch (error) {
    await opened.close()
    throw whyRefused(error, settings.DATABASE_URL)
  }
}
