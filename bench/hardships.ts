/**
 * Faults of disks, clocks and the database for `faults.ts`, on a separate installation, because they need full control
 * over it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Places, placesFrom } from '../tools/places.ts'
import { openWay } from '../tools/testing/database-way.ts'
import { openDisk } from '../tools/testing/disk.ts'
import type { Fault, Sight } from '../tools/testing/disturbing.ts'
import { startInstallation } from '../tools/testing/installation.ts'
import { findPostgres, startPostgres } from '../tools/testing/postgres.ts'
import { whyNoNetworks } from '../tools/testing/wire.ts'
import { openClock } from '../tools/testing/wrong-clock.ts'

/** The party whose disk is filled and whose clock is set wrong. */
const VICTIM = '1002'
const DISK_MEGABYTES = 400
const FULL_SECONDS = 20
const CLOCK_SECONDS = 60

export const HARDSHIPS = [
  'disk full at an edge',
  'disk full at the platform',
  'clock off by 90 s',
  'clock off by 300 s',
  ...[4, 9, 20].map((seconds) => `database away ${seconds} s`),
] as const

/** Returns why the faults cannot be tried here; undefined if they can. */
export const whyNoHardships = () => whyNoNetworks() ?? (findPostgres() ? undefined : 'this machine has no PostgreSQL')

/** Starts an installation on which these faults can be caused. */
export async function startBreakable(port: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-hardships-'))
  const at = placesFrom({ PORT: String(port), DATA_DIR: dataDir })
  const disks = [at.edgeData(VICTIM), at.platformData].map((folder) => openDisk(folder, DISK_MEGABYTES))
  const clockFolder = join(dataDir, 'clock')
  mkdirSync(clockFolder)
  const clock = openClock(clockFolder)
  const postgres = await startPostgres(findPostgres() as string)
  const way = await openWay(new URL(postgres.url))
  const close: (() => unknown)[] = [
    () => rmSync(dataDir, { recursive: true, force: true }),
    ...disks.map((disk) => () => disk.close()),
    () => postgres.remove(),
    () => way.close(),
  ]
  const closeAll = async () => {
    for (const one of close.toReversed()) await one()
  }
  try {
    const lay = { databaseUrl: way.url, edgeSettings: { [VICTIM]: clock.settings } }
    const installation = await startInstallation(dataDir, port, lay)
    close.push(() => installation.stop())
    return { ...installation, faults: faultsOf(installation.places), close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }

  function faultsOf({ platformUrl, logs }: Places): Record<string, Fault> {
    const [ofEdge, ofPlatform] = disks as [(typeof disks)[0], (typeof disks)[0]]
    const full = (disk: typeof ofEdge) => ({
      begin: () => disk.leaveFree(0),
      end: () => disk.freeSpace(),
      seconds: FULL_SECONDS,
    })
    const away = (seconds: number): Fault => ({
      begin: () => way.cut(),
      end: () => way.restore(),
      seconds,
      partyId: null,
      isReported: async () => {
        const health = await fetch(`${platformUrl}/healthz`).then(
          (answer) => answer.json(),
          () => ({}),
        )
        return (health as { missing?: string[] }).missing?.includes('database') === true
      },
    })
    const off = (seconds: number): Fault => ({
      begin: () => clock.set(seconds),
      end: () => clock.set(0),
      seconds: CLOCK_SECONDS,
      partyId: VICTIM,
    })
    const log = () => readFileSync(join(logs, `edge-${VICTIM}.log`), 'utf8')
    const faults: Fault[] = [
      { ...full(ofEdge), partyId: VICTIM, isReported: (sight) => lacksSpace(sight, VICTIM) },
      {
        ...full(ofPlatform),
        partyId: null,
        isReported: (sight) => sight?.run.failure?.code === 'run.platform-no-space',
      },
      off(90),
      { ...off(300), isReported: () => /\+(29|30)\d s/.test(log()) },
      ...[4, 9, 20].map(away),
    ]
    return Object.fromEntries(faults.map((fault, index) => [HARDSHIPS[index], fault]))
  }
}

/** Returns whether the page reports the full disk of that party, with the free and the required space. */
function lacksSpace(sight: Sight | undefined, partyId: string): boolean {
  return (
    sight?.events.some(
      (event) => event.kind === 'party-failed' && event.partyId === partyId && event.code === 'guard.no-space',
    ) ?? false
  )
}
