/**
 * By hand, on a running demo: how soon the platform says that a process died in the middle of training, and how
 * soon it goes on where it can, against a round of it.
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
const LONG_MS = 180_000
/** What dies, and what is to be told of it: without its ServerApp a run has failed, a party is waited for. */
const CASES: Record<string, { pids: () => number[]; told: (taskId: string) => Promise<unknown> }> = {
  'a SuperNode': { pids: () => pidsOf('engine.flower.supernode', places.edgeData('1002')), told: isWaitedFor },
  'an edge': { pids: () => pidsOf('edge/src/main.ts', places.edgeData('1003')), told: isWaitedFor },
  'a ServerApp': { pids: () => appsUnder(places.platformData), told: (taskId) => failureOf(alice, taskId) },
}

const clients = await members()
const alice = clients.get('1001') as Client
const figures: Record<string, number> = { 'a round': await secondsOfRound() }
for (const [name, { pids, told }] of Object.entries(CASES)) {
  const taskId = await trainingTask(clients, name)
  for (const pid of pids()) process.kill(pid, 'SIGKILL')
  figures[name] = await seconds(() => told(taskId))
  if (told === isWaitedFor) figures[`${name}, until the next round`] = await seconds(() => nextRound(taskId))
  await alice.call(wire.StopTraining, { taskId }).catch(() => {})
}
const taskId = await trainingTask(clients, 'Stop')
await alice.call(wire.StopTraining, { taskId })
const workers = () => [...clients.keys()].flatMap((id) => appsUnder(places.edgeData(id)))
figures['workers after a stop'] = await seconds(() =>
  until('the workers to end', () => workers().length === 0 || undefined),
)
console.log(JSON.stringify(figures, null, 2))

async function runOf(taskId: string) {
  return (await alice.call(wire.GetRun, { taskId })).run
}

function isWaitedFor(taskId: string): Promise<unknown> {
  return until(
    'the page to say who is waited for',
    async () => (await runOf(taskId))?.waitingUntil ?? undefined,
    LONG_MS,
  )
}

async function nextRound(taskId: string): Promise<unknown> {
  const before = (await runOf(taskId))?.round ?? 0
  return until('the next round', async () => ((await runOf(taskId))?.round ?? 0) > before || undefined, LONG_MS)
}

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
