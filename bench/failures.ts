/**
 * By hand, on a running demo: how soon the platform says that a process died in the middle of training, against a round of it.
 *
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data node bench/failures.ts
 *
 * CAPTCHA_ANSWER of the demo must be that of the journeys (`e2e/demo.ts`). Prints seconds of each case and of a round.
 */
import * as wire from '@tessera/contract/wire'
import { appsUnder, failureOf, members, pidsOf, places, trainingTask } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { until } from '../tools/until.ts'

const ROUNDS = 4
const CASES: Record<string, () => number[]> = {
  'a ServerApp': () => appsUnder(places.platformData),
  'a SuperNode': () => pidsOf('engine.flower.supernode', places.edgeData('1002')),
  'an edge': () => pidsOf('edge/src/main.ts', places.edgeData('1003')),
}

const clients = await members()
const alice = clients.get('1001') as Client
const figures: Record<string, number> = { 'a round': await secondsOfRound() }
for (const [name, pids] of Object.entries(CASES)) {
  const taskId = await trainingTask(clients, name)
  for (const pid of pids()) process.kill(pid, 'SIGKILL')
  figures[name] = await seconds(() => failureOf(alice, taskId))
}
const taskId = await trainingTask(clients, 'Stop')
await alice.call(wire.StopTraining, { taskId })
const workers = () => [...clients.keys()].flatMap((id) => appsUnder(places.edgeData(id)))
figures['workers after a stop'] = await seconds(() =>
  until('the workers to end', () => workers().length === 0 || undefined),
)
console.log(JSON.stringify(figures, null, 2))

async function secondsOfRound(): Promise<number> {
  const taskId = await trainingTask(clients, 'Rounds')
  const took = await seconds(() =>
    until('rounds', async () => ((await alice.call(wire.GetRun, { taskId })).run?.round ?? 0) > ROUNDS || undefined),
  )
  await alice.call(wire.StopTraining, { taskId })
  return took / ROUNDS
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}
