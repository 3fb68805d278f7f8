import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'
import type { PlatformSettings } from '../settings.ts'
import type { Identify } from './auth.ts'
import type { Clock } from './clock.ts'
import type { DatabaseWatch } from './database-watch.ts'
import type { FileStore } from './files.ts'
import type { PlatformKeys } from './keys.ts'

/** Dependencies of every feature. Features use no global variables. */
export interface Deps {
  db: Db
  bus: Bus
  files: FileStore
  keys: PlatformKeys
  settings: PlatformSettings
  clock: Clock
  /**
   * Reports when this process last could not receive reports, so that its own outages do not count as silence of edges.
   */
  databaseWatch: DatabaseWatch
  log: FastifyBaseLogger
}

/** Function that stops a worker or a subscription. */
export type Stop = () => Promise<void> | void

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps & { identify: Identify }
  }
}
