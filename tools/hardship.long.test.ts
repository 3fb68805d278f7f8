import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEARTBEAT_SECONDS, HEARTBEATS_MISSED, type Run } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { freePort } from '@tessera/server'
import { type Authority, openAuthority } from '@tessera/server/certificates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedTogether, startAgain } from '../e2e/world.ts'
import { CallError, type Client } from './client.ts'
import { edgesReady } from './main-job.ts'
import { type Disk, openDisk } from './testing/disk.ts'
import { disturb } from './testing/disturbing.ts'
import { type Installation, startInstallation } from './testing/installation.ts'
import { OUTER, whyNoNetworks } from './testing/wire.ts'
import { type Clock, openClock } from './testing/wrong-clock.ts'
import { until } from './until.ts'

// Faults of the machine of the platform or an edge during training: full disk, wrong clock, expired certificate. The
// installation uses https, the embedded database, and a separate network for each edge. Requires root on Linux.
// bench/faults.ts --hardships measures how soon the platform reports each fault.

/** Time limit that only a hung run reaches. */
const LONG = 400_000
const VICTIM = '1002'
const CLOCK_DIFFERS = /differs from the platform’s clock by \+(?:29|30)\d s/
/** How long a party may be silent before the run waits for the party. */
const LOST_AFTER_MS = HEARTBEAT_SECONDS * HEARTBEATS_MISSED * 1_000
/** Lifetime of the certificate. The platform checks its certificate every minute. */
const SHORT_LIFE_MS = 80_000

const why = whyNoNetworks()
const title = 'the platform in hardship'
describe.skipIf(why)(why ? `${title} (not tried, as ${why})` : title, () => {
  let dir: string
  let platformData: string
  let disk: Disk
  let edgeDisk: Disk
  let clock: Clock
  let authority: Authority
  let installation: Installation
  let alice: Client

  const certify = (notAfter?: Date) => authority.issue('platform', [OUTER], notAfter)

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tessera-hardship-'))
    platformData = join(dir, 'platform')
    disk = openDisk(platformData, 256)
    edgeDisk = openDisk(join(dir, `edge-${VICTIM}`), 400)
    clock = openClock(mkdtempSync(join(dir, 'clock-')))
    authority = await openAuthority({ dir: join(dir, 'authority'), name: 'Of the house', host: OUTER })
    const shown = { ...(await certify()), rootFile: authority.caFile }
    installation = await startInstallation(dir, await freePort(), { shown, edgeSettings: { [VICTIM]: clock.settings } })
    alice = installation.clients.get('1001') as Client
  })

  afterAll(async () => {
    await installation?.stop()
    disk?.close()
    edgeDisk?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Prepares a task with enough rounds to continue for a moment after the fault. */
  const planned = (name: string, rounds = 12) =>
    plannedTogether(installation.clients, name, { rounds, fewest: 2, at: installation.places })

  async function look(runOf: string): Promise<Run> {
    const { run } = await alice.call(wire.GetRun, { taskId: runOf })
    if (!run) throw new Error('no run')
    return run
  }

  const REPORTED = ['run.platform-no-space', 'run.engine-away', 'run.server-restarting']

  test('completes the run after the platform’s disk was full, reports the required space on page, log and SuperLink, and blames no party', async () => {
    await edgesReady(installation.clients)
    const cloneId = await startAgain(installation.clients, await planned('Full'))
    disk.leaveFree(50)
    const short = await look(cloneId)
    expect(short.failure).toMatchObject({ code: 'run.platform-no-space', params: { needed: 64 }, partyId: null })
    disk.leaveFree(10)
    const refusal = await until('the error about the full disk', () =>
      look(cloneId).then(
        () => undefined,
        (error: unknown) => (error instanceof CallError ? error : undefined),
      ),
    )
    expect(refusal).toMatchObject({ code: 'platform.no-free-space', message: expect.stringContaining('32 MB') })
    const superlink = join(platformData, 'logs', 'superlink.log')
    await until('the SuperLink to say so', async () =>
      readFileSync(superlink, 'utf8').includes('the disk is full: ') ? true : undefined,
    )
    disk.leaveFree(0)
    const health = async () => (await fetch(`${installation.places.platformUrl}/healthz`)).json()
    await expect.poll(health).toEqual({ status: 'degraded', missing: ['database'] })
    await new Promise((done) => setTimeout(done, 3 * LOST_AFTER_MS))
    disk.freeSpace()
    const end = await until(
      'the run to end',
      async () => {
        const run = await look(cloneId).catch(() => undefined)
        if (!run) return undefined
        expect(run.waitingFor).toEqual([])
        if (run.failure) expect(REPORTED).toContain(run.failure.code)
        return run.endTime ? run : undefined
      },
      LONG,
      50,
    )
    expect(end.phase).toBe('completed')
  })

  const logOf = (name: string) => readFileSync(join(installation.places.logs, `${name}.log`), 'utf8')
  /**
   * Returns the last lines in the logs of the platform and of the disturbed edge, because their folders are deleted
   * before a failure is printed.
   */
  const lastWritten = () =>
    ['platform', `edge-${VICTIM}`].map((name) => `${name}:\n${logOf(name).slice(-3_000)}`).join('\n')

  test('completes the run after the disk of an edge was full, and names that party and the required space', async () => {
    await edgesReady(installation.clients)
    const cloneId = await startAgain(installation.clients, await planned('Full edge'))
    const { run, isReportedInTime, innocent } = await disturb(alice, cloneId, {
      begin: () => edgeDisk.leaveFree(0),
      end: () => edgeDisk.freeSpace(),
      seconds: 30,
      partyId: VICTIM,
      endsOnceReported: true,
      isReported: (sight) =>
        sight?.events.some(
          (event) =>
            event.kind === 'party-failed' &&
            event.partyId === VICTIM &&
            event.code === 'guard.no-space' &&
            Number(event.params.needed) > 0,
        ) === true,
    })
    expect([innocent, isReportedInTime, run?.phase], lastWritten()).toEqual([[], true, 'completed'])
  })

  test('completes the run after an edge’s clock was 5 minutes wrong, logs the offset at this edge, and blames no other party', async () => {
    await edgesReady(installation.clients)
    // 100 rounds, so that training lasts until the edge compares its clock with the platform again.
    const cloneId = await startAgain(installation.clients, await planned('Wrong clock', 100))
    const { run, isReportedInTime, innocent } = await disturb(alice, cloneId, {
      begin: () => clock.set(300),
      end: () => clock.set(0),
      seconds: 60,
      partyId: VICTIM,
      endsOnceReported: true,
      isReported: () => CLOCK_DIFFERS.test(logOf(`edge-${VICTIM}`)),
    })
    expect([innocent, isReportedInTime, run?.phase], lastWritten()).toEqual([[], true, 'completed'])
    // The edge reconnects when its clock is right again. The test waits for that, so that the reconnect does not
    // disturb the next run.
    const isBack = async () =>
      logOf(`edge-${VICTIM}`).split(CLOCK_DIFFERS).at(-1)?.includes('connected to') || undefined
    await until('the edge to connect by its right clock', isBack, LONG)
  })

  test('completes the run without any report while an edge’s clock is 90 seconds wrong', async () => {
    await edgesReady(installation.clients)
    const cloneId = await startAgain(installation.clients, await planned('Clock a bit wrong'))
    const fault = { begin: () => clock.set(90), end: () => clock.set(0), seconds: 30, partyId: null }
    const { run, innocent } = await disturb(alice, cloneId, fault)
    expect([innocent, run?.phase], lastWritten()).toEqual([[], 'completed'])
  })

  test('completes the run after the platform’s certificate expired, reports the expiry on the page and at the edge, and blames no party', async () => {
    await edgesReady(installation.clients)
    const taskId = await planned('Expired')
    const notAfter = new Date(Date.now() + SHORT_LIFE_MS)
    await certify(notAfter)
    const isShown = async () =>
      logOf('platform').includes(`good until ${notAfter.toISOString().slice(0, 19)}`) || undefined
    await until('it to be shown', isShown, SHORT_LIFE_MS)
    const cloneId = await startAgain(installation.clients, taskId)
    const way = installation.wires.get(VICTIM)
    way?.set('cut')
    await until('it to run out', async () => new Date() > notAfter || undefined, SHORT_LIFE_MS)
    // Accepts the expired certificate in this test process only.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    way?.set('pass')
    const day = notAfter.toISOString().slice(0, 10)
    const failure = await until(
      'the page to say so',
      async () => {
        const run = await look(cloneId)
        expect(run.waitingFor).toEqual([])
        return run.failure?.code === 'run.platform-expired' ? run.failure : undefined
      },
      60_000,
    )
    expect(failure).toMatchObject({ params: { date: day }, partyId: null })
    await until('the edge to say so', async () => logOf(`edge-${VICTIM}`).includes(`– ${day}`) || undefined, 60_000)
    await certify()
    const end = await until(
      'the run to end',
      async () => {
        const run = await look(cloneId)
        return run.endTime ? run : undefined
      },
      LONG,
    )
    expect(end.phase).toBe('completed')
    // When the edges are ready, the platform has read its new certificate.
    await edgesReady(installation.clients)
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '1'
  })
})
