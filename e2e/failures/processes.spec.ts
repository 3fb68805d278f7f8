import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { edgesReady } from '../../tools/main-job.ts'
import { until } from '../../tools/until.ts'
import { childrenOf, failureOf, members, pidsOf, places, trainingTask } from '../world.ts'

// What the console shows when a process dies in the middle of training, asked through the calls it uses.
test.describe.configure({ timeout: 300_000 })

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

test('the platform is restarted in mid-run: training goes on', async () => {
  const taskId = await trainingTask(clients, 'Restart', 12)
  kill(pidsOf('platform/src/main.ts'))
  await until('the platform to answer again', () =>
    fetch(`${places.platformUrl}/healthz`).then(
      (r) => r.ok || undefined,
      () => undefined,
    ),
  )
  await until(
    'training to finish',
    async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      if (run?.failure) throw new Error(JSON.stringify(run.failure))
      return run?.phase === 'completed' || undefined
    },
    120_000,
  )
})

test('the SuperLink dies: the run goes on, or fails with the cause', async () => {
  const taskId = await trainingTask(clients, 'SuperLink', 12)
  kill(pidsOf('engine.flower.superlink'))
  const end = await until(
    'training to end',
    async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      return run && ['completed', 'failed'].includes(run.phase) ? run : undefined
    },
    150_000,
  )
  if (end.phase === 'failed') expect(end.failure?.code).toMatch(/^run\./)
})

test('stopping ends the run for everybody, and no round comes after it', async () => {
  const taskId = await trainingTask(clients, 'Stop')
  await alice.call(wire.StopTraining, { taskId })
  const { run } = await alice.call(wire.GetRun, { taskId })
  expect(run?.phase).toBe('stopped')
  expect(run?.failure?.code).toBe('run.stopped')
  // The next task starts only when every party is free and well again, and no round came after the end.
  await edgesReady(clients, () => {})
  const { run: later } = await alice.call(wire.GetRun, { taskId })
  expect(later?.round).toBe(run?.round)
})

test('a ticket is withdrawn: training ends and names the party', async () => {
  const taskId = await trainingTask(clients, 'Withdraw')
  const bob = clients.get('1002') as Client
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id as string })
  expect(await failureOf(alice, taskId, 10_000)).toMatchObject({ code: 'grant.withdrawn', partyId: '1002' })
})

test('the ServerApp dies: failed within ten seconds', async () => {
  const taskId = await trainingTask(clients, 'ServerApp')
  const server = pidsOf('engine.flower.runner', places.platformData).flatMap(childrenOf).flatMap(childrenOf)
  kill(server)
  expect(await failureOf(alice, taskId, 10_000)).toMatchObject({ code: 'run.server-died' })
})

test('a SuperNode dies: failed within ten seconds, naming the party', async () => {
  const taskId = await trainingTask(clients, 'SuperNode')
  kill(pidsOf('engine.flower.supernode', places.edgeData('1002')))
  expect(await failureOf(alice, taskId, 10_000)).toMatchObject({ code: 'run.supernode-lost', partyId: '1002' })
})

test('an edge dies: failed within ten seconds, naming the party', async () => {
  const taskId = await trainingTask(clients, 'Edge')
  kill(pidsOf('edge/src/main.ts', places.edgeData('1003')))
  expect(await failureOf(alice, taskId, 10_000)).toMatchObject({
    code: expect.stringMatching(/^run\.(edge|supernode)-lost$/),
    partyId: '1003',
  })
})
