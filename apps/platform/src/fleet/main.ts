import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import {
  acquireLock,
  type Child,
  exitStatusOf,
  freePort,
  holdLifeline,
  listening,
  makeDataDir,
  writeAtomically,
} from '@tessera/server'
import { FRONT_DOOR, openAuthority, SUPERLINK } from './authority.ts'
import { type Fleet, SUPERLINK_NAMES, startServerRunner, startSuperLink, superlinkUrl, watchParts } from './children.ts'
import { type FleetConfig, LOOPBACK, readFleetConfig } from './config.ts'
import type { FleetAddress } from './flower.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'
import { renewCertificates, requireAuthority } from './renew-certificates.ts'

/** Starts SuperLink, task runner and front door. Returns once SuperNodes can connect. */
export async function startFleet(config: FleetConfig, report: (line: string) => void, lookEveryMs?: number) {
  makeDataDir(config.dataDir)
  const release = acquireLock(
    join(config.dataDir, 'fleet.lock'),
    (holder) =>
      `The fleet's folder is in use by ${holder}, and only one fleet can run on it. Stop that one first, or give this one another DATA_DIR.`,
  )
  try {
    const fleet = await startParts(config, report, lookEveryMs)
    const stop = () => fleet.stop().finally(release)
    return { ...fleet, stop }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Starts the parts of the fleet. The folder must be locked, so that `fleet.json` and the SuperLink's database belong to
 * this process.
 */
async function startParts(config: FleetConfig, report: (line: string) => void, lookEveryMs?: number) {
  const authority = await openAuthority(config.dataDir)
  requireAuthority(authority)
  const folders = await makeFolders(config.dataDir)
  const addressFile = join(config.dataDir, 'fleet.json')
  // The address file that a killed fleet left behind is removed.
  await rm(addressFile, { force: true })
  const fleet: Fleet = { config, authority, folders, superlinkPort: await freePort(), report }

  // The front door is opened first, so that a port that is in use is reported before any process starts.
  let runner: Child | undefined
  const parts = watchParts(fleet, () => runner)
  const door = await openDoor(fleet, parts.missing)
  const superlink = await startSuperLink(fleet).catch(async (error) => {
    await door.close()
    throw error
  })
  const address = addressOf(fleet, door)
  const writeAddress = () => writeAtomically(addressFile, `${JSON.stringify(address, null, 2)}\n`)
  await writeAddress()
  runner = startServerRunner(fleet, () => {
    address.start = randomUUID()
    writeAddress().catch((error: Error) => report(`fleet.json could not be written: ${error.message}`))
  })
  const stopRenewing = renewCertificates(
    authority,
    [
      { listener: FRONT_DOOR, names: namesOf(config), show: (certificate) => door.show(certificate) },
      // Requests the SuperLink to read its certificate file again. If it is restarting, it reads the file anyway.
      { listener: SUPERLINK, names: SUPERLINK_NAMES, show: () => superlink.tell('certificate') },
    ],
    report,
    lookEveryMs,
  )
  return {
    address,
    childPids: () => [superlink.pid, runner?.pid],
    async stop() {
      await stopRenewing()
      await rm(addressFile, { force: true })
      await door.close()
      // The task runner is stopped first, so that it can report to the SuperLink how its ServerApps ended.
      await runner?.stop(4_000)
      await superlink.stop(4_000)
      await parts.close()
    },
  }
}

async function makeFolders(dataDir: string): Promise<Fleet['folders']> {
  const folders = { logs: join(dataDir, 'logs'), runs: join(dataDir, 'runs'), flower: join(dataDir, 'flower') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  return folders
}

async function openDoor(
  { config, authority, superlinkPort }: Fleet,
  missing: () => Promise<string[]>,
): Promise<FrontDoor> {
  const { host, fleetPort: port } = config
  const certificate = await authority.issue(FRONT_DOOR, namesOf(config))
  const door = openFrontDoor({ host, port, superlinkPort, ...certificate, caFile: authority.caFile, missing })
  return listening(door, { host, port }, 'FLEET_PORT')
}

/** Returns the host names under which parties connect to the front door. */
const namesOf = (config: FleetConfig) => [LOOPBACK, 'localhost', ...ownAddress(config), ...config.fleetNames]

/** Returns the listening address as a list, which is empty for a wildcard address. */
const ownAddress = ({ host }: FleetConfig) => (isIP(host) && host !== '0.0.0.0' && host !== '::' ? [host] : [])

function addressOf(fleet: Fleet, door: FrontDoor): FleetAddress {
  const { config, authority } = fleet
  const [dialled = LOOPBACK] = [...config.fleetNames, ...ownAddress(config)]
  return {
    superlinkUrl: superlinkUrl(fleet),
    caFile: authority.caFile,
    controlSecretFile: authority.controlSecretFile,
    frontDoorUrl: `https://${inUrl(dialled)}:${door.port}`,
    pid: process.pid,
    start: randomUUID(),
  }
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

const say = (line: string) => console.error(`${new Date().toISOString()} fleet: ${line}`)

async function main() {
  holdLifeline()
  process.umask(0o077)
  const fleet = await startFleet(readFleetConfig(process.env), say)
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
    say(error instanceof Error ? error.message : String(error))
    process.exit(exitStatusOf(error))
  })
}
