/**
 * On an installation of its own, with https, a PostgreSQL of its own and each edge in a network of its own: what is done to
 * the way between one party and the platform, or to the database, in the midst of training. Of each: how soon it is said, whether of the
 * right party, how the run ends, and whether its model is that of an undisturbed run to the bit. Needs root on Linux.
 *
 *     node bench/network.ts [--only 'cut,PostgreSQL restarted'] [--port 18600]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Run } from '@tessera/contract'
import { modelHash, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { edgesReady } from '../tools/main-job.ts'
import { startForeigner } from '../tools/testing/foreigner.ts'
import { OUTER, startInstallation } from '../tools/testing/installation.ts'
import { findPostgres, startPostgres } from '../tools/testing/postgres.ts'
import { type Disturbance, whyNoNetworks } from '../tools/testing/wire.ts'
import { isOver, LONG_MS, look, rowOf, runEnded, told } from './watching.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, port: { type: 'string', default: '18600' } } })
const row = rowOf(22, 8, 16, 22, 8, 6)
/** Whose way is disturbed. */
const VICTIM = '1002'

interface Fault {
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  seconds: number
  /** Whether it is of the party whose way it is; of the database's nobody is to be named. */
  isOfParty: boolean
}

const why = whyNoNetworks() ?? (findPostgres() ? undefined : 'this machine has no PostgreSQL')
if (why) {
  console.log(`Not measured: ${why}.`)
  process.exit(0)
}

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-network-'))
const postgres = await startPostgres(findPostgres() as string)
const installation = await startInstallation(dataDir, Number(values.port), postgres.url)
const { clients, places, wires } = installation
const alice = clients.get('1001') as Client
const inPlace = { ports: [places.port, places.fleetPort], name: OUTER }
const foreigner = await startForeigner({ address: '198.18.0.9', ...inPlace })
const expired = await startForeigner({
  ...{ address: '198.18.0.10', ...inPlace },
  trusted: join(places.platformData, 'tls'),
  notAfter: new Date(Date.now() - 60_000),
})
try {
  await measure()
} finally {
  await installation.stop()
  foreigner.close()
  expired.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure() {
  const onWire = (disturbance: Disturbance, seconds: number): Fault => ({
    begin: () => wires.get(VICTIM)?.set(disturbance),
    end: () => wires.get(VICTIM)?.set('pass'),
    ...{ seconds, isOfParty: true },
  })
  const faults: Record<string, Fault> = {
    'cut 5 s': onWire('cut', 5),
    'cut 30 s': onWire('cut', 30),
    'slow 0.5 s': onWire('slow 0.5', 60),
    reset: onWire('reset', 15),
    duplicated: onWire('twice', 60),
    'foreign certificate': onWire(`divert ${foreigner.address}`, 30),
    'expired certificate': onWire(`divert ${expired.address}`, 30),
    'PostgreSQL restarted': {
      begin: () => postgres.end(),
      end: () => postgres.startAgain(),
      seconds: 3,
      isOfParty: false,
    },
    'PostgreSQL killed': {
      begin: () => postgres.end('SIGKILL'),
      end: () => postgres.startAgain(),
      ...{ seconds: 3, isOfParty: false },
    },
  }
  const taskId = await plannedTogether(clients, 'Network', { rounds: 100, fewest: 2, at: places })
  const undisturbed = await runEnded(alice, await startAgain(clients, taskId))
  const expected = modelHash(undisturbed.id, places)
  console.log(`undisturbed: ${undisturbed.round} rounds, ${expected.slice(0, 12)}`)
  console.log(row('fault', 'said', 'named', 'outcome', 'took', 'model'))
  for (const name of values.only?.split(',') ?? Object.keys(faults)) {
    console.log(await disturb(name, faults[name] as Fault, taskId, expected))
  }
}

async function disturb(name: string, fault: Fault, taskId: string, expected: string): Promise<string> {
  await edgesReady(clients)
  const cloneId = await startAgain(clients, taskId)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  await fault.begin()
  let isOn = true
  let said: number | null = null
  let wrong = ''
  let run: Run | undefined
  while (seconds() < LONG_MS / 1_000) {
    if (isOn && seconds() > fault.seconds) {
      await fault.end()
      isOn = false
    }
    run = (await look(alice, cloneId))?.run ?? run
    const named = [...(run?.waitingFor ?? []), run?.failure?.partyId ?? []].flat()
    if (named.includes(VICTIM) && fault.isOfParty) said ??= seconds()
    const innocent = named.find((partyId) => !(fault.isOfParty && partyId === VICTIM))
    if (innocent) wrong ||= `wrong: ${innocent} after ${told(seconds())}`
    if (run && isOver(run)) break
    await new Promise((done) => setTimeout(done, 50))
  }
  if (isOn) await fault.end()
  const isFinished = run?.phase === 'completed'
  const outcome = isFinished ? 'finished' : (run?.failure?.code ?? `hangs in ${run?.phase}`)
  const isEqual = isFinished && modelHash(run?.id ?? '', places) === expected
  if (!isEqual || wrong) process.exitCode = 1
  return row(name, told(said), wrong || 'right', outcome, told(seconds()), isEqual ? 'equal' : 'OTHER')
}
