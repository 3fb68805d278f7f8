import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tessera/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelHash, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from './client.ts'
import { edgesReady } from './main-job.ts'
import { disturb, type Fault, onWay, runEnded, type Sight } from './testing/disturbing.ts'
import { startForeigner } from './testing/foreigner.ts'
import { type Installation, startInstallation } from './testing/installation.ts'
import { untilNoProcessNames } from './testing/processes.ts'
import { type Disturbance, deviceOf, OUTER, outside, type Wire, whyNoNetworks } from './testing/wire.ts'

// Faults of the network between one party and the platform during training, on an installation with https and a
// separate network for each edge. Requires root on Linux. bench/network.ts causes further faults, and measures how soon
// the platform reports each fault.

/** The party whose network has the fault. */
const VICTIM = '1002'
/** Duration of a fault that the platform need not report. */
const SECONDS = 10
/**
 * Maximum duration of any other fault, which ends as soon as it is reported. The edge closes its link after 10 seconds
 * of silence.
 */
const MAX_SECONDS = 60
/** Number of rounds. Training continues for a few rounds after the fault, which begins after the first round. */
const ROUNDS = 6
const FOREIGN = outside(9)
const BACK = 'connected to the platform'

interface Row {
  what: string
  disturbance: Disturbance
  /** Messages that the log of the party's edge contains, in this order. */
  cause: string[]
}
const LOST = 'the link to the platform is lost'
const ROWS: Row[] = [
  { what: 'no packet gets through', disturbance: 'cut', cause: [LOST, BACK] },
  { what: 'every connection is reset', disturbance: 'reset', cause: [LOST, BACK] },
  { what: 'each packet comes twice', disturbance: 'twice', cause: [] },
  { what: 'each packet is late by half a second', disturbance: 'slow 0.5', cause: [] },
  {
    what: 'another server answers with an untrusted certificate',
    disturbance: `divert ${FOREIGN}`,
    cause: [LOST, 'This edge does not trust the platform’s certificate', BACK],
  },
]

const why = whyNoNetworks()
const title = 'the way between a party and the platform'
describe.skipIf(why)(why ? `${title} (not tried, as ${why})` : title, () => {
  let dir: string
  let installation: Installation
  let foreigner: Awaited<ReturnType<typeof startForeigner>>
  let alice: Client
  let taskId: string
  let undisturbed: string

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tessera-network-'))
    installation = await startInstallation(dir, await freePort())
    const { clients, places } = installation
    alice = clients.get('1001') as Client
    foreigner = await startForeigner({ address: FOREIGN, ports: [places.port, places.fleetPort], name: OUTER })
    taskId = await plannedTogether(clients, 'Network', { rounds: ROUNDS, fewest: 2, at: places })
    const run = await runEnded(alice, await startAgain(clients, taskId))
    expect(run).toMatchObject({ phase: 'completed', round: ROUNDS })
    undisturbed = modelHash(run.id, places)
  })

  afterAll(async () => {
    await installation?.stop()
    foreigner?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  test.each(ROWS)(
    '$what: reports the reason while the party is offline, blames no other party, and completes with the same model',
    async ({ disturbance, cause }) => {
      const { clients, places, wires } = installation
      await edgesReady(clients)
      const log = () => readFileSync(join(places.logs, `edge-${VICTIM}.log`), 'utf8')
      const before = log().length
      const cloneId = await startAgain(clients, taskId)
      const causes = new RegExp(cause.filter((line) => line !== BACK).join('[^]*'))
      const isNamed = (sight?: Sight) =>
        sight?.run.waitingFor.includes(VICTIM) || sight?.run.failure?.partyId === VICTIM
      const way: [string, Wire] = [VICTIM, wires.get(VICTIM) as Wire]
      const fault: Fault =
        cause.length === 0
          ? onWay(way, disturbance, SECONDS)
          : {
              ...onWay(way, disturbance, MAX_SECONDS),
              endsOnceReported: true,
              isReported: (sight) => isNamed(sight) === true && causes.test(log().slice(before)),
            }
      const { run, isReportedInTime, innocent } = await disturb(alice, cloneId, fault)
      expect(innocent).toEqual([])
      expect(run).toMatchObject({ phase: 'completed', failure: null, round: ROUNDS })
      expect(isReportedInTime).toBe(cause.length > 0)
      expect(log().slice(before)).toMatch(new RegExp(cause.join('[^]*')))
      if (cause.length === 0) expect(log().slice(before)).not.toContain(LOST)
      expect(modelHash(run?.id ?? '', places)).toBe(undisturbed)
    },
  )

  const left = () => spawnSync('ip', ['-oneline', 'address'], { encoding: 'utf8' }).stdout
  const devices = () => spawnSync('ip', ['-oneline', 'link'], { encoding: 'utf8' }).stdout

  test('leaves no process, network or address after the installation has stopped', async () => {
    expect(left()).toContain(OUTER)
    expect(devices()).toContain(deviceOf(1))
    await installation.stop()
    expect(left()).not.toContain(OUTER)
    expect(devices()).not.toContain(deviceOf(1).replace(/\d$/, ''))
    await untilNoProcessNames(dir)
  })

  test('leaves no process, network or address if the set-up was interrupted', async () => {
    await installation.stop()
    const folder = join(dir, 'again')
    mkdirSync(folder)
    const taken = ['dev', deviceOf(2), 'mode', 'tap']
    expect(spawnSync('ip', ['tuntap', 'add', ...taken]).status).toBe(0)
    try {
      await expect(startInstallation(folder, await freePort())).rejects.toThrow('the wire could not be laid')
      expect(left()).not.toContain(OUTER)
      expect(devices()).not.toContain(deviceOf(1))
      await untilNoProcessNames(folder)
    } finally {
      spawnSync('ip', ['tuntap', 'del', ...taken])
    }
  })
})
