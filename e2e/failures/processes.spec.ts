import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../../tools/client.ts'
import { edgesReady } from '../../tools/main-job.ts'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { sign } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { until } from '../../tools/until.ts'
import {
  appsUnder,
  failureOf,
  members,
  modelHash,
  pidsOf,
  places,
  plannedTogether,
  startAgain,
  trainingTask,
} from '../world.ts'

// Kills or stops each process during training, and checks through the console's calls that the platform reports the
// fault and names the right party. bench/faults.ts measures how soon the platform reports each fault.
test.describe.configure({ timeout: limit(600_000) })

/** Time limit that only a hung run reaches. */
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

/** Sends the signal to a process. Ignores that the process may already have ended. */
function end(pid: number, signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('continues training after the platform restarts', {
  annotation: { type: 'spec', description: 'states.run-survives-restart' },
}, async () => {
  const taskId = await trainingTask(clients, 'Restart', 6)
  kill(pidsOf('platform/src/main.ts'))
  await until(
    'the platform to answer again',
    () =>
      fetch(`${places.platformUrl}/healthz`).then(
        (r) => r.ok || undefined,
        () => undefined,
      ),
    LONG,
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
  // The platform also received the events that the ServerApp sent while the platform was down.
  const events = readFileSync(join(places.platformData, 'runs', end.id, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
  expect(end.lastSeq).toBe(events.length)
})

test('reports a dead SuperLink, and continues the run', async () => {
  const taskId = await trainingTask(clients, 'SuperLink', 6)
  const { run: before } = await alice.call(wire.GetRun, { taskId })
  kill(pidsOf('engine.flower.superlink'))
  const run = async () => (await alice.call(wire.GetRun, { taskId })).run
  await until(
    'the console to report the missing server, or rounds to continue',
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

test('after the initiator stops training, ends all workers and starts no further round', async () => {
  const taskId = await trainingTask(clients, 'Stop')
  const workers = () => PARTIES.flatMap(({ id }) => appsUnder(places.edgeData(id)))
  await until('a worker to be seen', () => workers().length > 0 || undefined, LONG, 5)
  await alice.call(wire.StopTraining, { taskId })
  await until('the workers to end', () => workers().length === 0 || undefined, LONG, 20)
  const { run } = await alice.call(wire.GetRun, { taskId })
  expect(run?.phase).toBe('stopped')
  expect(run?.failure?.code).toBe('run.stopped')
  // Until Flower has stopped, a message can still arrive, which the edge refuses. Afterwards no worker is left.
  await edgesReady(clients)
  await until('the refused message to be gone', () => workers().length === 0 || undefined, LONG)
  const { run: later } = await alice.call(wire.GetRun, { taskId })
  expect(later?.round).toBe(run?.round)
})

test('when a member withdraws a ticket, ends training and names the party', {
  annotation: { type: 'spec', description: 'errors.failed-run-cause' },
}, async () => {
  const taskId = await trainingTask(clients, 'Withdraw')
  const bob = clients.get('1002') as Client
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id as string, proof: { pin: SIGNING_PIN } })
  await until('its workers to end', () => appsUnder(places.edgeData('1002')).length === 0 || undefined, LONG, 20)
  expect(await failureOf(alice, taskId)).toMatchObject({ code: 'grant.withdrawn', partyId: '1002' })
})

test('restarts a run that failed before its first message under the same tickets, and reports in advance that the run uses the tickets', {
  annotation: { type: 'spec', description: 'states.run-survives-restart' },
}, async () => {
  await edgesReady(clients)
  const taskId = await plannedTogether(clients, 'Again', { rounds: 100, waitMinutes: 1 })
  for (const client of clients.values()) await sign(client, taskId)
  const start = () => alice.call(wire.StartTraining, { taskId })
  const firstRound = () =>
    until('the first round', async () => ((await runOf(taskId)).round >= 1 ? true : undefined), LONG)
  const tickets = () =>
    Promise.all(
      [...clients.values()].map(async (client) => {
        const [grant] = await client.call(wire.ListGrants, { taskId })
        const { mine } = await client.call(wire.GetRegistrations, { taskId })
        return [grant?.roundsUsed, mine?.grant, mine?.staleBecause ?? []]
      }),
    )

  // A stopped edge starts no new SuperNode, and the platform notices its silence only after training has started its
  // first round.
  const [edge] = pidsOf('edge/src/main.ts', places.edgeData('1003')) as [number]
  const supernodes = () => pidsOf('engine.flower.supernode', places.edgeData('1003'))
  end(edge, 'SIGSTOP')
  try {
    for (const pid of supernodes()) process.kill(pid, 'SIGTERM')
    await until('the SuperNode to sign off', () => supernodes().length === 0 || undefined, LONG, 20)
    expect(await start()).toBeNull()
    expect(await failureOf(alice, taskId)).toMatchObject({ code: 'run.party-offline', partyId: '1003' })
  } finally {
    process.kill(edge, 'SIGCONT')
  }
  expect(await tickets()).toEqual([...clients.keys()].map(() => [0, 'signed', []]))
  await alice.call(wire.Resubmit, { taskId })
  await edgesReady(clients)
  expect(await start()).toBeNull()
  await firstRound()

  const bob = clients.get('1002') as Client
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id as string, proof: { pin: SIGNING_PIN } })
  expect(await failureOf(alice, taskId)).toMatchObject({ code: 'grant.withdrawn', partyId: '1002' })
  const used = [expect.any(Number), 'stale', ['stages']]
  expect(await tickets()).toEqual([used, [expect.any(Number), 'withdrawn', []], used])
  await alice.call(wire.Resubmit, { taskId })
  expect(await start()).toBe('0/3')
  for (const client of clients.values()) await sign(client, taskId)
  await edgesReady(clients)
  expect(await start()).toBeNull()
  await firstRound()
  await completes(taskId)
})

test('waits for a party if any of its processes dies, retries, and completes the run under the same tickets', {
  annotation: { type: 'spec', description: 'states.party-failure-retry' },
}, async () => {
  const taskId = await trainingTask(clients, 'Deaths')
  const seen = async () => {
    const { run, events } = await alice.call(wire.GetRun, { taskId })
    if (!run || run.failure) throw new Error(JSON.stringify(run?.failure))
    return { run, events }
  }
  /** Waits until training reaches the round after this one. The lost stage cannot end without the party. */
  const continues = (round: number) =>
    until('the next round', async () => (await seen()).run.round > round || undefined, LONG, 50)

  // The limit of the wait only ends a hung run.
  const { round } = await until(
    'the report of a dead worker',
    async () => {
      for (const worker of appsUnder(places.edgeData('1002'))) end(worker)
      const { run, events } = await seen()
      const lost = events.find((event) => event.kind === 'party-failed')
      if (lost) expect(lost).toMatchObject({ partyId: '1002', code: 'run.worker-died' })
      return lost && run
    },
    LONG,
    5,
  )
  await continues(round)

  const victims = [
    ['1002', 'engine.flower.runner'],
    ['1002', 'engine.flower.supernode'],
    ['1003', 'edge/src/main.ts'],
  ] as const
  for (const [partyId, what] of victims) {
    kill(pidsOf(what, places.edgeData(partyId)))
    const waiting = await until(
      `the run to wait after ${what} died`,
      async () => {
        const { run } = await seen()
        return run.waitingFor.length > 0 ? run : undefined
      },
      LONG,
      50,
    )
    expect(waiting).toMatchObject({ phase: 'running', waitingFor: [partyId], waitingUntil: expect.any(Date) })
    await continues(waiting.round)
    await until('no party to be waited for', async () => (await seen()).run.waitingFor.length === 0 || undefined, LONG)
  }

  await completes(taskId)
})

test('reports a worker that hangs, ends it at its party’s time limit, and repeats its part of the round', async () => {
  const taskId = await trainingTask(clients, 'Hung')
  const seen = async () => {
    const { run, events } = await alice.call(wire.GetRun, { taskId })
    if (!run || run.failure) throw new Error(JSON.stringify(run?.failure))
    return { run, events }
  }
  const silentAt = async () =>
    (await seen()).run.parties.filter(({ silentSince }) => silentSince).map(({ partyId }) => partyId)
  // Stopping a worker that has already answered has no effect, so the test also stops the next worker.
  await until(
    'a halted worker to be missed',
    async () => {
      for (const worker of appsUnder(places.edgeData('1002'))) end(worker, 'SIGSTOP')
      return (await silentAt()).length > 0 || undefined
    },
    LONG,
    20,
  )
  expect(await silentAt()).toEqual(['1002'])
  const lost = await until(
    'the report of its end',
    async () => (await seen()).events.find(({ kind }) => kind === 'party-failed'),
    LONG,
  )
  expect(lost).toMatchObject({ partyId: '1002', code: 'run.worker-hung' })
  const { round } = (await seen()).run
  await until('the next round', async () => (await seen()).run.round > round || undefined, LONG, 50)
  expect(await silentAt()).toEqual([])
  await alice.call(wire.FinishEarly, { taskId })
  await until('training to finish', async () => (await seen()).run.phase === 'completed' || undefined, LONG)
})

/** Returns the task's run. Throws if the run has failed. */
async function runOf(taskId: string) {
  const { run } = await alice.call(wire.GetRun, { taskId })
  if (!run || run.failure) throw new Error(JSON.stringify(run?.failure))
  return run
}

const untilWaitedFor = (taskId: string) =>
  until(
    'the run to wait for a party',
    async () => {
      const now = await runOf(taskId)
      return now.waitingFor.length > 0 ? now : undefined
    },
    LONG,
    50,
  )

test('names an edge that stops answering, waits for it, and continues training when it answers again', async () => {
  const taskId = await trainingTask(clients, 'Silent')
  const run = () => runOf(taskId)
  const [edge] = pidsOf('edge/src/main.ts', places.edgeData('1003')) as [number]
  end(edge, 'SIGSTOP')
  try {
    const waiting = await untilWaitedFor(taskId)
    expect(waiting).toMatchObject({ phase: 'running', waitingFor: ['1003'], waitingUntil: expect.any(Date) })
  } finally {
    process.kill(edge, 'SIGCONT')
  }
  const { round } = await run()
  await until('no party to be waited for', async () => (await run()).waitingFor.length === 0 || undefined, LONG, 50)
  await until('the next round', async () => (await run()).round > round || undefined, LONG, 50)
  await completes(taskId)
})

test('ends and restarts a task runner that hangs without a worker, and repeats its part of the round', async () => {
  const taskId = await trainingTask(clients, 'Hung runner')
  const run = () => runOf(taskId)
  const runners = () => pidsOf('engine.flower.runner', places.edgeData('1002'))
  // The task runner has the lowest process id; the processes that it forked must not be stopped, because it may end
  // them.
  const runner = Math.min(...runners())
  end(runner, 'SIGSTOP')
  const waiting = await untilWaitedFor(taskId)
  expect(waiting.waitingFor).toEqual(['1002'])
  await until('another one', async () => (runners().length > 0 && !runners().includes(runner)) || undefined, LONG, 200)
  await until('the next round', async () => (await run()).round > waiting.round || undefined, LONG, 50)
  await completes(taskId)
})

const SERVERS: [string, () => number[]][] = [
  ['the ServerApp', () => appsUnder(places.platformData)],
  ['the runner of ServerApps', () => pidsOf('engine.flower.runner', places.platformData)],
  ['the fleet', () => pidsOf('platform/src/fleet/main.ts')],
]
for (const [what, pids] of SERVERS) {
  test(`reports that ${what} died, blames no party, and continues the run under the same tickets`, {
    annotation: { type: 'spec', description: 'states.server-app-restart' },
  }, async () => {
    const taskId = await trainingTask(clients, 'Server died')
    const seen = async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      if (!run || run.phase === 'failed') throw new Error(JSON.stringify(run?.failure))
      return run
    }
    kill(pids())
    const reported = await until('the report', async () => ((await seen()).failure ? seen() : undefined), LONG, 50)
    expect(reported).toMatchObject({ phase: 'waiting', waitingFor: [], failure: { partyId: null } })
    await until('the next round', async () => (await seen()).round > reported.round || undefined, LONG)
    expect(await seen()).toMatchObject({ phase: 'running', failure: null })

    await completes(taskId)
  })
}

/** This time is longer than the SuperLink considers a SuperNode without heartbeat to be connected. */
const HANGS_MS = 60_000
const HANGING: [string, () => number[]][] = [
  ['the SuperLink', () => pidsOf('engine.flower.superlink')],
  ['the fleet', () => pidsOf('platform/src/fleet/main.ts')],
]
for (const [what, pids] of HANGING) {
  test(`reports that the federation’s server does not answer while ${what} hangs for a minute, blames no party, and continues the run under the same tickets`, async () => {
    const taskId = await trainingTask(clients, `${what} hangs`)
    const seen = async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      if (!run || run.phase === 'failed') throw new Error(JSON.stringify(run?.failure))
      expect(run).toMatchObject({ waitingFor: [], waitingUntil: null })
      expect(run.failure?.partyId ?? null).toBeNull()
      return run
    }
    const halted = pids()
    expect(halted.length).toBeGreaterThan(0)
    for (const pid of halted) end(pid, 'SIGSTOP')
    const resumesAt = Date.now() + HANGS_MS
    try {
      const reported = await until('the report', async () => ((await seen()).failure ? seen() : undefined), LONG, 50)
      expect(reported).toMatchObject({ phase: 'waiting', failure: { code: 'run.engine-away', partyId: null } })
      await until('its minute to end', async () => (await seen()) && (Date.now() > resumesAt || undefined), LONG)
    } finally {
      for (const pid of halted) process.kill(pid, 'SIGCONT')
    }
    const { round } = await seen()
    await until('the next round', async () => (await seen()).round > round || undefined, LONG)
    expect(await seen()).toMatchObject({ phase: 'running', failure: null })
    await completes(taskId)
  })
}

test('trains bit-identical models without faults, again without faults, and after the ServerApp died', {
  annotation: { type: 'spec', description: 'states.server-app-restart' },
}, async () => {
  const taskId = await plannedTogether(clients, 'Equal', { rounds: 12, fewest: 2 })
  const modelOf = async (task: string) => modelHash((await untilFinished(task, { mayWait: true })).id)
  const undisturbed = await modelOf(await startAgain(clients, taskId))
  expect(await modelOf(await startAgain(clients, taskId))).toBe(undisturbed)

  const disturbed = await startAgain(clients, taskId)
  kill(appsUnder(places.platformData))
  await until(
    'the run to wait for another ServerApp',
    async () => (await alice.call(wire.GetRun, { taskId: disturbed })).run?.failure ?? undefined,
    LONG,
    50,
  )
  expect(await modelOf(disturbed)).toBe(undisturbed)
})

test('completes two concurrent runs on the same rows with the same models as separate runs', async () => {
  const tasks: string[] = []
  for (const name of ['Two', 'Two more']) {
    tasks.push(await plannedTogether(clients, name, { rounds: 20, fewest: 2 }))
  }
  const ended = (taskId: string) => untilFinished(taskId, { mayWait: true })
  const alone = await ended(await startAgain(clients, tasks[0] as string))
  const clones = await Promise.all(tasks.map((taskId) => startAgain(clients, taskId)))
  const both = await Promise.all(clones.map(ended))
  expect(modelHash(both[0]?.id ?? '')).toBe(modelHash(alone.id))
  const [begin, over] = [both.map(({ startTime }) => Number(startTime)), both.map(({ endTime }) => Number(endTime))]
  expect(Math.max(...begin)).toBeLessThan(Math.min(...over))
})

/** Waits until the run is completed. Throws if it fails or, unless `mayWait` is set, if it waits for the server. */
const untilFinished = (taskId: string, { mayWait = false } = {}) =>
  until(
    'training to finish',
    async () => {
      const { run } = await alice.call(wire.GetRun, { taskId })
      if (!run || run.phase === 'failed' || (run.failure && !mayWait)) throw new Error(JSON.stringify(run?.failure))
      return run.phase === 'completed' ? run : undefined
    },
    LONG,
  )

/** Completes the run, and checks that each ticket counts all its rounds, as it does without a fault. */
async function completes(taskId: string) {
  await alice.call(wire.FinishEarly, { taskId })
  const { round } = await untilFinished(taskId)
  for (const { id } of PARTIES) {
    const [grant] = await (clients.get(id) as Client).call(wire.ListGrants, { taskId })
    expect(grant?.roundsUsed).toBe(round)
  }
}
