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

// What the console shows when a process dies during training, checked through the calls that it uses. bench/faults.ts
// measures how soon it is reported; these tests check that it is reported, and for which party.
test.describe.configure({ timeout: limit(600_000) })

/** Long enough that only a hanging run reaches it. */
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

/** Kills or stops a process. It may have ended meanwhile. */
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
  // The events that the ServerApp sent meanwhile were received, too.
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

test('ends the workers when training is stopped, and starts no further round', async () => {
  const taskId = await trainingTask(clients, 'Stop')
  const workers = () => PARTIES.flatMap(({ id }) => appsUnder(places.edgeData(id)))
  await until('a worker to be seen', () => workers().length > 0 || undefined, LONG, 5)
  await alice.call(wire.StopTraining, { taskId })
  await until('the workers to end', () => workers().length === 0 || undefined, LONG, 20)
  const { run } = await alice.call(wire.GetRun, { taskId })
  expect(run?.phase).toBe('stopped')
  expect(run?.failure?.code).toBe('run.stopped')
  // Until Flower has stopped, too, a message may arrive, which is refused. Afterwards nothing is left.
  await edgesReady(clients)
  await until('the refused message to be gone', () => workers().length === 0 || undefined, LONG)
  const { run: later } = await alice.call(wire.GetRun, { taskId })
  expect(later?.round).toBe(run?.round)
})

test('ends training when a ticket is withdrawn, and names the party', {
  annotation: { type: 'spec', description: 'errors.failed-run-cause' },
}, async () => {
  const taskId = await trainingTask(clients, 'Withdraw')
  const bob = clients.get('1002') as Client
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id as string, proof: { pin: SIGNING_PIN } })
  await until('its workers to end', () => appsUnder(places.edgeData('1002')).length === 0 || undefined, LONG, 20)
  expect(await failureOf(alice, taskId)).toMatchObject({ code: 'grant.withdrawn', partyId: '1002' })
})

test('restarts under the same tickets a run that failed before its first message, and reports before the start that a run has used them', {
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

  // While the edge is stopped, it starts no other SuperNode, and its silence is noticed only after training has firstRound.
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

test('waits for any process that dies at a party, retries, and completes the run under the same tickets', {
  annotation: { type: 'spec', description: 'states.party-failure-retry' },
}, async () => {
  const taskId = await trainingTask(clients, 'Deaths')
  const seen = async () => {
    const { run, events } = await alice.call(wire.GetRun, { taskId })
    if (!run || run.failure) throw new Error(JSON.stringify(run?.failure))
    return { run, events }
  }
  /** The lost stage cannot end without the party, so its round is the next one. */
  const continues = (round: number) =>
    until('the next round', async () => (await seen()).run.round > round || undefined, LONG, 50)

  // Nobody misses a worker that has already answered, so the next one is killed, too.
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

test('reports a hanging worker, ends it at its party’s limit, and repeats its part', async () => {
  const taskId = await trainingTask(clients, 'Hung')
  const seen = async () => {
    const { run, events } = await alice.call(wire.GetRun, { taskId })
    if (!run || run.failure) throw new Error(JSON.stringify(run?.failure))
    return { run, events }
  }
  const silentAt = async () =>
    (await seen()).run.parties.filter(({ silentSince }) => silentSince).map(({ partyId }) => partyId)
  // Nobody misses a worker that has already answered, so the next one is stopped, too.
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

/** Returns a run without a failure. */
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

test('names and waits for an edge that falls silent, and continues when it answers again', async () => {
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

test('ends and restarts a runner that hangs without a worker, and repeats its part', async () => {
  const taskId = await trainingTask(clients, 'Hung runner')
  const run = () => runOf(taskId)
  const runners = () => pidsOf('engine.flower.runner', places.edgeData('1002'))
  // Not the processes that it forked, because the runner may end what they work on.
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

/** Longer than the SuperLink considers a silent SuperNode connected. */
const HANGS_MS = 60_000
const HANGING: [string, () => number[]][] = [
  ['the SuperLink', () => pidsOf('engine.flower.superlink')],
  ['the fleet', () => pidsOf('platform/src/fleet/main.ts')],
]
for (const [what, pids] of HANGING) {
  test(`reports that the federation’s server does not answer while ${what} hangs for a minute, names no party, and continues the run under the same tickets`, async () => {
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

test('trains a bit-identical model: undisturbed, undisturbed again, and after the ServerApp died', {
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

test('completes two runs on the same rows at once, each with the model that it has alone', async () => {
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

/** If the run may wait for its server on the way, only its end counts. */
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

/** Completes the run, and checks that its rounds count on each ticket like undisturbed ones. */
async function completes(taskId: string) {
  await alice.call(wire.FinishEarly, { taskId })
  const { round } = await untilFinished(taskId)
  for (const { id } of PARTIES) {
    const [grant] = await (clients.get(id) as Client).call(wire.ListGrants, { taskId })
    expect(grant?.roundsUsed).toBe(round)
  }
}
