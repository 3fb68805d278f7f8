import { readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Child,
  type ChildOptions,
  exitStatusOf,
  freePort,
  holdLifeline,
  list,
  plainEnvironment,
  readSettings,
  setting,
  writeAtomically,
} from '@tessera/server'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { DEFAULT_DATA_DIR, publicHost } from '../settings.ts'
import { openAuthority } from './authority.ts'
import type { FleetAddress } from './flower.ts'
import { openFrontDoor } from './front-door.ts'

export type FleetConfig = {
  dataDir: string
  python: string
  host: string
  fleetPort: number
  /** Names the front door's certificate carries beside loopback: what parties dial, the first of them being told. */
  fleetNames: string[]
}

const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
const LOOPBACK = '127.0.0.1'
const RESTART_AFTER_MS = [300, 600, 1200, 2400, 5000, 10_000]

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

/** Throws an error that names what is wrong. */
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

/** Starts SuperLink, server runner and front door; answers once SuperNodes can connect. */
export async function startFleet(config: FleetConfig, report: (line: string) => void) {
  const authority = await openAuthority(config.dataDir)
  const dirs = { logs: join(config.dataDir, 'logs'), runs: join(config.dataDir, 'runs') }
  const home = join(config.dataDir, 'flower')
  for (const dir of [...Object.values(dirs), home]) await mkdir(dir, { recursive: true, mode: 0o700 })

  const superlinkPort = await freePort()
  const inner = await authority.issue('superlink', [LOOPBACK, 'localhost'])
  const named = isIP(config.host) && config.host !== '0.0.0.0' && config.host !== '::' ? [config.host] : []
  const outer = await authority.issue('front-door', [LOOPBACK, 'localhost', ...named, ...config.fleetNames])

  // The door first: a taken port must be told before anything runs.
  const door = await openFrontDoor({
    host: config.host,
    port: config.fleetPort,
    ...outer,
    superlinkPort,
    caFile: authority.caFile,
  })

  const env = { ...plainEnvironment(process.env), PYTHONPATH: ENGINE, FLWR_HOME: home }
  const common = (name: string) => ({
    name,
    command: config.python,
    restartAfterMs: RESTART_AFTER_MS,
    onExit: tellEnd(name, report),
  })
  const secrets = ['--superexec-auth-secret-file', authority.executorSecretFile]
  // The kept nodes may be forgotten only at the fleet's own start, when no SuperNode can be connected.
  const superlinkEnv: NodeJS.ProcessEnv = {
    ...env,
    TESSERA_CONTROL_SECRET_FILE: authority.controlSecretFile,
    TESSERA_FORGET_NODES: '1',
  }
  const superlink: ChildOptions = {
    ...common('SuperLink'),
    args: [
      ...['-m', 'engine.flower.superlink', '--host', LOOPBACK, '--port', String(superlinkPort)],
      ...['--ssl-certfile', inner.certFile, '--ssl-keyfile', inner.keyFile, '--ssl-ca-certfile', authority.caFile],
      ...['--isolation', 'process', ...secrets, '--enable-supernode-auth', '--disable-runtime-dependency-installation'],
      ...['--database', join(home, 'superlink.sqlite')],
    ],
    env: superlinkEnv,
    onStart: () => {
      delete superlinkEnv.TESSERA_FORGET_NODES
    },
    logPath: join(dirs.logs, 'superlink.log'),
  }
  const children = [new Child(superlink).start()]
  const superlinkUrl = `https://${LOOPBACK}:${superlinkPort}`
  try {
    await untilHealthy(superlinkUrl, authority.caFile, 60_000)
  } catch (error) {
    await Promise.all([door.close(), ...children.map((child) => child.stop(0))])
    throw error
  }
  children.push(
    new Child({
      ...common('server runner'),
      args: [
        ...['-m', 'engine.flower.runner', 'server', '--runtime-api-address', `${LOOPBACK}:${superlinkPort}`],
        ...['--root-certificates', authority.caFile, ...secrets],
      ],
      env: { ...env, TESSERA_RUNS: dirs.runs },
      logPath: join(dirs.logs, 'server-runner.log'),
    }).start(),
  )

  const address: FleetAddress = {
    superlinkUrl,
    caFile: authority.caFile,
    controlSecretFile: authority.controlSecretFile,
    frontDoorUrl: `https://${inUrl(config.fleetNames[0] ?? named[0] ?? LOOPBACK)}:${door.port}`,
    pid: process.pid,
  }
  const addressFile = join(config.dataDir, 'fleet.json')
  await writeAtomically(addressFile, `${JSON.stringify(address, null, 2)}\n`)
  return {
    address,
    childPids: () => children.map((child) => child.pid),
    async stop() {
      await rm(addressFile, { force: true })
      await door.close()
      // The runner first, so that it tells the SuperLink how its ServerApps ended.
      for (const child of children.toReversed()) await child.stop(4_000)
    },
  }
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

const tellEnd =
  (name: string, report: (line: string) => void): NonNullable<ChildOptions['onExit']> =>
  ({ code, signal, wanted }) => {
    if (!wanted) report(`${name} ended (${signal ?? `status ${code}`}) and is started again`)
  }

async function untilHealthy(url: string, caFile: string, limitMs: number) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile) } })
  const deadline = Date.now() + limitMs
  try {
    for (;;) {
      const status = await request(`${url}/health`, { dispatcher })
        .then(async ({ statusCode, body }) => {
          await body.dump()
          return statusCode
        })
        .catch(() => 0)
      if (status === 200) return
      if (Date.now() > deadline) throw new Error('SuperLink did not start within a minute: see logs/superlink.log')
      await new Promise((done) => setTimeout(done, 50))
    }
  } finally {
    await dispatcher.destroy()
  }
}

async function main() {
  holdLifeline()
  const fleet = await startFleet(readFleetConfig(process.env), (line) => console.error(`fleet: ${line}`))
  console.log(`fleet ready ${fleet.address.frontDoorUrl}`)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      fleet.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(`fleet: ${error instanceof Error ? error.message : error}`)
    process.exit(exitStatusOf(error))
  })
}
