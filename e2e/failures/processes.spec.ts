import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { edgesReady } from '../../tools/main-job.ts'
import { PARTIES } from '../../tools/places.ts'
import { until } from '../../tools/until.ts'
import { appsUnder, failureOf, members, pidsOf, places, trainingTask } from '../world.ts'

// What the console shows when a process dies in the middle of training, asked through the calls it uses.
// How soon is measured by bench/failures.ts: here it counts that it is told, and of whom.
test.describe.configure({ timeout: 600_000 })

/** Only ends what hangs. */
const LONG = 180_000

let clients: Map<string, Client>
let alice: Client

test.beforeAll(async () => {
  clients = await members()
  alice = clients.get('1001') as Client
})

const kill = (pids: number[]) => {
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

/** Kills a process that may have ended by itself meanwhile. */
function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('the platform is restarted in mid-run: training goes on', async () => {
  const taskId = await trainingTask(clients, 'Restart', 6)
  kill(pidsOf('platform/src/main.ts'))
  await until('the platform to answer again', () =>
    fetch(`${places.platformUrl}/healthz`).then(
      (r) => r.ok || undefined,
      () => undefined,
    ),
  )
  const end = await until(
    'training to finish',
    async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      if (run?.failure) throw new Error(JSON.stringify(run.failure))
      return run?.phase === 'completed' ? run : undefined
    },
    LONG,
  )
  // What the ServerApp said meanwhile was taken too.
  const events = readFileSync(join(places.platformData, 'runs', end.id, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
  expect(end.lastSeq).toBe(events.length)
})

test('the SuperLink dies: that is said, and the run goes on', async () => {
  const taskId = await trainingTask(clients, 'SuperLink', 6)
  const { run: before } = await alice.call(wire.GetRun, { taskId })
  kill(pidsOf('engine.flower.superlink'))
  const run = async () => (await alice.call(wire.GetRun, { taskId })).run
  await until(
    'the console to say that the server is away, or rounds to go on',
    async () => {
      const now = await run()
      return now?.phase === 'waiting' || (now?.round ?? 0) > (before?.round ?? 0) + 1 || undefined
    },
    LONG,
  )
  await until(
    'training to finish',
    async () => {
      const now = await run()
      if (now?.phase === 'failed') throw new Error(JSON.stringify(now.failure))
      return now?.phase === 'completed' || undefined
    },
    LONG,
  )
})

test('stopping ends the workers, and no round comes after it', async () => {
  const taskId = await trainingTask(clients, 'Stop')
  const workers = () => PARTIES.flatMap(({ id }) => appsUnder(places.edgeData(id)))
  await until('a worker to be seen', () => workers().length > 0 || undefined, LONG, 5)
  await alice.call(wire.StopTraining, { taskId })
  await until('the workers to end', () => workers().length === 0 || undefined, LONG, 20)
  const { run } = await alice.call(wire.GetRun, { taskId })
  expect(run?.phase).toBe('stopped')
  expect(run?.failure?.code).toBe('run.stopped')
  // Until Flower has stopped too a message may come in, and is refused. Then nothing is left of it.
  await edgesReady(clients)
  await until('the refused message to be gone', () => workers().length === 0 || undefined, LONG)
  const { run: later } = await alice.call(wire.GetRun, { taskId })
  expect(later?.round).toBe(run?.round)
})

test('a ticket is withdrawn: training ends and names the party', async () => {
  const taskId = await trainingTask(clients, 'Withdraw')
  const bob = clients.get('1002') as Client
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id as string })
  await until('its workers to end', () => appsUnder(places.edgeData('1002')).length === 0 || undefined, LONG, 20)
  expect(await failureOf(alice, taskId)).toMatchObject({ code: 'grant.withdrawn', partyId: '1002' })
})

test('a worker dies: the run fails, naming the party', async () => {
  const taskId = await trainingTask(clients, 'Worker')
  // One that has answered already is missed by nobody, so whichever comes next is killed too.
  const failure = await until(
    'the run to be marked failed',
    async () => {
      for (const worker of appsUnder(places.edgeData('1002'))) end(worker)
      return (await alice.call(wire.GetRun, { taskId })).run?.failure ?? undefined
    },
    LONG,
    5,
  )
  expect(failure).toMatchObject({ code: 'run.worker-died', partyId: '1002' })
})

test('the ServerApp dies: the run fails', async () => {
  const taskId = await trainingTask(clients, 'ServerApp')
  kill(appsUnder(places.platformData))
  expect(await failureOf(alice, taskId)).toMatchObject({ code: 'run.server-died' })
})

test('a SuperNode dies: the run fails, naming the party', async () => {
  const taskId = await trainingTask(clients, 'SuperNode')
  kill(pidsOf('engine.flower.supernode', places.edgeData('1002')))
  // Flower may notice first, when it has a message for the party at that moment.
  expect(await failureOf(alice, taskId)).toMatchObject({
    code: expect.stringMatching(/^run\.(supernode-lost|party-offline)$/),
    partyId: '1002',
  })
})

test('an edge dies: the run fails, naming the party', async () => {
  const taskId = await trainingTask(clients, 'Edge')
  kill(pidsOf('edge/src/main.ts', places.edgeData('1003')))
  // Whoever notices first: the platform, or Flower, from whose SuperLink the orphaned SuperNode signs off.
  expect(await failureOf(alice, taskId)).toMatchObject({
    code: expect.stringMatching(/^run\.(edge-lost|supernode-lost|party-offline)$/),
    partyId: '1003',
  })
})
