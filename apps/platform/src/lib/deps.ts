import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'
import type { PlatformSettings } from '../settings.ts'
import type { Attention } from './attention.ts'
import type { Identify } from './auth.ts'
import type { Clock } from './clock.ts'
import type { FileStore } from './files.ts'
import type { PlatformKeys } from './keys.ts'

/** What every feature is given; nothing global. */
export interface Deps {
  db: Db
  bus: Bus
  files: FileStore
  keys: PlatformKeys
  settings: PlatformSettings
  clock: Clock
  /** Since when silence is others' own. */
  attention: Attention
  log: FastifyBaseLogger
}

/** Ends what a worker or a subscription holds. */
export type Stop = () => Promise<void> | void

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps & { identify: Identify }
  }
}
