/**
 * Faults of the network between one party and the platform, or of the database, during training, on a separate
 * installation with https, its own PostgreSQL and each edge in its own network. For each fault it prints how soon it is
 * reported, whether the right party is named, how the run ends, and whether its model is bit-identical to that of an
 * undisturbed run. Needs root on Linux.
 *
 *     node bench/network.ts [--only 'cut,PostgreSQL restarted'] [--port 18600]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modelHash, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { edgesReady } from '../tools/main-job.ts'
import { disturb, type Fault, onWay, runEnded } from '../tools/testing/disturbing.ts'
import { startForeigner } from '../tools/testing/foreigner.ts'
import { startInstallation } from '../tools/testing/installation.ts'
import { findPostgres, startPostgres } from '../tools/testing/postgres.ts'
import { type Disturbance, OUTER, outside, type Wire, whyNoNetworks } from '../tools/testing/wire.ts'
import { rowOf, secondsText } from './watching.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, port: { type: 'string', default: '18600' } } })
const row = rowOf(22, 8, 16, 22, 8, 6)
/** The party whose network is disturbed. */
const VICTIM = '1002'

const why = whyNoNetworks() ?? (findPostgres() ? undefined : 'this machine has no PostgreSQL')
if (why) {
  console.log(`Not measured: ${why}.`)
  process.exit(0)
}

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-network-'))
const postgres = await startPostgres(findPostgres() as string)
const installation = await startInstallation(dataDir, Number(values.port), { databaseUrl: postgres.url })
const { clients, places, wires } = installation
const alice = clients.get('1001') as Client
const inPlace = { ports: [places.port, places.fleetPort], name: OUTER }
const foreigner = await startForeigner({ address: outside(9), ...inPlace })
const expired = await startForeigner({
  address: outside(10),
  ...inPlace,
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
  const way: [string, Wire] = [VICTIM, wires.get(VICTIM) as Wire]
  const onWire = (disturbance: Disturbance, seconds: number) => onWay(way, disturbance, seconds)
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
      partyId: null,
    },
    'PostgreSQL killed': {
      begin: () => postgres.end('SIGKILL'),
      end: () => postgres.startAgain(),
      seconds: 3,
      partyId: null,
    },
  }
  const taskId = await plannedTogether(clients, 'Network', { rounds: 100, fewest: 2, at: places })
  const undisturbed = await runEnded(alice, await startAgain(clients, taskId))
  const expected = modelHash(undisturbed.id, places)
  console.log(`undisturbed: ${undisturbed.round} rounds, ${expected.slice(0, 12)}`)
  console.log(row('fault', 'reported', 'named', 'outcome', 'took', 'model'))
  for (const name of values.only?.split(',') ?? Object.keys(faults)) {
    console.log(await breakOnce(name, faults[name] as Fault, taskId, expected))
  }
}

async function breakOnce(name: string, fault: Fault, taskId: string, expected: string): Promise<string> {
  await edgesReady(clients)
  const { run, reportedAfter, innocent, seconds } = await disturb(alice, await startAgain(clients, taskId), fault)
  const isFinished = run?.phase === 'completed'
  const outcome = isFinished ? 'finished' : (run?.failure?.code ?? `hangs in ${run?.phase}`)
  const isEqual = isFinished && modelHash(run.id, places) === expected
  const named = innocent[0] ? `wrong: ${innocent[0]}` : 'right'
  if (!isEqual || innocent.length > 0) process.exitCode = 1
  return row(name, secondsText(reportedAfter), named, outcome, secondsText(seconds), isEqual ? 'equal' : 'OTHER')
}
