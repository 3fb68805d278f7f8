import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { list, readSettings, setting } from '@tessera/server'
import { z } from 'zod'
import { DEFAULT_DATA_DIR, publicHost } from '../settings.ts'

export type FleetConfig = {
  dataDir: string
  python: string
  host: string
  fleetPort: number
  /**
   * Host names in the front door's certificate, beside those of loopback. Parties connect to one of them; the platform
   * sends them the first.
   */
  fleetNames: string[]
}

export const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
export const LOOPBACK = '127.0.0.1'

const FLEET_SETTINGS = {
  DATA_DIR: setting(z.string().default(DEFAULT_DATA_DIR), "the platform's DATA_DIR: authority, SuperLink, runs, logs"),
  PYTHON: setting(z.string().default(resolve(ENGINE, '../.venv/bin/python')), "Python with the engine's requirements"),
  HOST: setting(z.string().default(LOOPBACK), 'address of the front door'),
  FLEET_PORT: setting(
    z.coerce.number().int().min(0).max(65_535).default(8084),
    'port of the front door; 0 for a free one',
  ),
  FLEET_NAMES: setting(
    list.optional(),
    "names in the front door's certificate, comma list; the host of PUBLIC_URL if absent",
  ),
  PUBLIC_URL: setting(z.url().optional(), "the platform's, whose host parties reach the front door under"),
} as const

/** Reads the fleet's settings from the environment. Throws an error that names the invalid settings. */
export function readFleetConfig(env: NodeJS.ProcessEnv): FleetConfig {
  const { DATA_DIR, PYTHON, HOST, FLEET_PORT, FLEET_NAMES, PUBLIC_URL } = readSettings(FLEET_SETTINGS, env)
  return {
    dataDir: resolve(DATA_DIR),
    python: PYTHON,
    host: HOST,
    fleetPort: FLEET_PORT,
    fleetNames: FLEET_NAMES ?? (PUBLIC_URL ? [publicHost({ PUBLIC_URL })] : []),
  }
}
