import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe } from 'vitest'
import { build, createApp } from '../app.ts'
import type { Database } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import { NO_OUTAGES } from '../lib/database-watch.ts'
import type { Deps } from '../lib/deps.ts'
import { openFolderStore } from '../lib/files.ts'
import { openKeys } from '../lib/keys.ts'
import { type PlatformSettings, readPlatformSettings } from '../settings.ts'
import { type DatabaseKind, openBeside, openTestDatabase, serverIsThere } from './database.ts'

/**
 * A clock that the test can advance. It runs on its own until it is stopped; then it moves only when it is advanced, on
 * any machine.
 */
export interface TestClock extends Clock {
  advance(ms: number): void
  stop(): void
}

export interface World {
  app: FastifyInstance
  deps: Deps
  db: Deps['db']
  clock: TestClock
  settings: PlatformSettings
  database: Database
  /** All routes that the app has registered. */
  routes: { method: string; url: string }[]
  close(): Promise<void>
}

const USUAL_KIND: DatabaseKind = serverIsThere ? 'server' : 'embedded'

interface WorldOptions {
  /** Kind of the database. By default PostgreSQL if it is available, otherwise PGlite. */
  kind?: DatabaseKind
  env?: Record<string, string>
  /** A migrated database to use instead of a new one. The world closes it. */
  database?: Database
  /** The world whose database this process shares, as another process of the same installation. */
  beside?: World
}

/** Builds a complete platform on a new database, without listening on a port. The caller must close it. */
export async function buildApp(options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-platform-'))
  const settings = readPlatformSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', WEB_DIR: folder, ...options.env })
  const { beside, kind = USUAL_KIND } = options
  const database = options.database ?? (beside ? await openBeside(beside.database) : await openTestDatabase(kind))
  const clock = beside?.clock ?? testClock()
  const app = createApp(settings)
  const routes: World['routes'] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  const files = openFolderStore(join(folder, 'files'))
  const deps: Deps = {
    db: database.db,
    bus: database.bus,
    files,
    keys: openKeys(join(folder, 'keys')),
    settings,
    clock,
    databaseWatch: NO_OUTAGES,
    log: app.log,
  }
  await build(app, deps)
  await app.ready()
  return {
    app,
    deps,
    db: database.db,
    clock,
    settings,
    database,
    routes,
    async close() {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function testClock(): TestClock {
  let ahead = 0
  let stopped: number | undefined
  return {
    now: () => new Date((stopped ?? Date.now()) + ahead),
    advance: (ms) => {
      ahead += ms
    },
    stop: () => {
      stopped ??= Date.now()
    },
  }
}

/** Runs tests that do not depend on the kind of database on one kind only. The demo of the journeys covers PGlite. */
export const describeOnOne = (
  name: string,
  define: (world: () => World, kind: DatabaseKind) => void,
  env: Record<string, string> = {},
) => describeOn(USUAL_KIND, name, define, env)

/** Runs tests about the database itself on PGlite and, if available, on PostgreSQL. */
export function describeOnBoth(
  name: string,
  define: (world: () => World, kind: DatabaseKind) => void,
  env: Record<string, string> = {},
) {
  describeOn('embedded', name, define, env)
  describeOn('server', name, define, env)
}

/** Runs tests on one kind of database because they require it, for example several connections to PostgreSQL. */
export function describeOn(
  kind: DatabaseKind,
  name: string,
  define: (world: () => World, kind: DatabaseKind) => void,
  env: Record<string, string> = {},
) {
  const where = kind === 'server' ? 'PostgreSQL' : 'PGlite'
  describe.skipIf(kind === 'server' && !serverIsThere)(`${name} (${where})`, () => {
    let world: World | undefined
    beforeAll(async () => {
      world = await buildApp({ kind, env })
    })
    afterAll(() => world?.close())
    define(() => world as World, kind)
  })
}
