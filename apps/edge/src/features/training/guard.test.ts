import type { EdgeTask } from '@tessera/contract'
import { DraftGrant, OfferRows, SignGrant, WithdrawGrant } from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../db/open.ts'
import { buildWorld, peopleCsv, taskOf, until, type World } from '../../testing/world.ts'
import { countRounds, findNewestGrant } from '../grant/queries.ts'
import { buildGuard, stopRun } from './guard.ts'

const CODE = Buffer.from('the code')
let world: World
let guard: FastifyInstance
let tableName: string
let count = 0
beforeAll(async () => {
  world = await buildWorld()
  world.fake.codes.set('logistic-regression', CODE)
  await world.connect()
  tableName = (await world.dataSet(peopleCsv(40), 'Cohort')).tableName
  guard = buildGuard({
    ...world.deps.grant,
    workers: world.workers,
    secret: 's3cret',
    say: (line) => world.lines.push(line),
  })
})
afterAll(async () => {
  await guard.close()
  await world.close()
})

async function signedTask(more: Partial<EdgeTask> & { maxRounds?: number } = {}) {
  count += 1
  const taskId = `task-${count}`
  const task = taskOf(taskId, more)
  world.fake.tasks.set(taskId, task)
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const { planHash } = await world.call(DraftGrant, { taskId })
  const grant = await world.call(SignGrant, { taskId, planHash })
  await until(() => world.outbox.unsent().length === 0)
  return { task, grant }
}

const post = (path: string, payload: object, secret = 's3cret') =>
  guard.inject({ method: 'POST', url: path, payload, headers: { authorization: `Bearer ${secret}` } })

let message = 0
function question(plan: object, more: object = {}) {
  message += 1
  return {
    pid: 100 + message,
    flowerRunId: '9007199254740993',
    runId: 'run-1',
    messageId: `m-${message}`,
    messageType: 'train',
    fabHash: sha256(CODE),
    plan: JSON.stringify(plan),
    messageConfig: { round: 1 },
    ...more,
  }
}
const ask = async (plan: object, more: object = {}) => (await post('/authorize', question(plan, more))).json()

test('a message under a standing ticket gets the granted file and the plan of the ticket', async () => {
  const { task } = await signedTask()
  const answer = await ask(task.plan)
  expect(answer).toEqual({ allowed: true, dataPath: findNewestGrant(world.db, task.taskId)?.file, plan: task.plan })
})

test.each([
  ['other code', { fabHash: sha256('other') }, {}, 'grant.stale'],
  ['another parameter', {}, { parameters: { rate: 0.9 } }, 'grant.stale'],
  ['another column', {}, { columns: ['age', 'sex', 'name'] }, 'grant.stale'],
  ['another label', {}, { label: 'sex' }, 'grant.stale'],
  ['more rounds', {}, { maxRounds: 1_000 }, 'grant.stale'],
  ['a round beyond the plan', { messageConfig: { round: 4 } }, {}, 'grant.message-refused'],
  ['a configuration of its own', { messageConfig: { round: 1, dump: 'rows' } }, {}, 'grant.message-refused'],
  ['training alone', { messageConfig: { round: 1, alone: 1 } }, {}, 'grant.message-refused'],
  ['an unknown kind of message', { messageType: 'dump' }, {}, 'grant.message-refused'],
  ['another task', {}, { taskId: 'elsewhere' }, 'grant.missing'],
])('refuses %s, tells the platform why, and counts no round', async (_what, more, change, code) => {
  const { task, grant } = await signedTask()
  const before = world.fake.reports.length
  expect(await ask({ ...task.plan, ...change }, { ...more, runId: `run-${code}` })).toMatchObject({
    allowed: false,
    code,
  })
  await until(() => world.fake.reports.length > before)
  expect(world.fake.reports.at(-1)).toMatchObject({ kind: 'worker', outcome: 'refused', code, runId: `run-${code}` })
  expect(countRounds(world.db, grant.id)).toBe(0)
})

test('a plan that is no plan is refused, an incomplete question answered with no', async () => {
  expect(await ask({ nonsense: true })).toMatchObject({ allowed: false, code: 'grant.stale' })
  const incomplete = await post('/authorize', { pid: 1 })
  expect(incomplete.statusCode).toBe(400)
  expect(incomplete.json().allowed).toBe(false)
})

test('train messages are counted, durably, up to the most rounds; others are not', async () => {
  const { task, grant } = await signedTask({ maxRounds: 2 })
  expect((await ask(task.plan, { messageType: 'query', messageConfig: { round: 0 } })).allowed).toBe(true)
  expect((await ask(task.plan)).allowed).toBe(true)
  expect((await ask(task.plan, { messageType: 'evaluate', messageConfig: { round: 2, alone: 1 } })).allowed).toBe(true)
  expect((await ask(task.plan, { messageConfig: { round: 2 } })).allowed).toBe(true)
  expect(await ask(task.plan, { messageConfig: { round: 2 } })).toMatchObject({ code: 'grant.rounds-used-up' })
  // Another run does not begin anew.
  expect(await ask(task.plan, { runId: 'run-2' })).toMatchObject({ code: 'grant.rounds-used-up' })

  const reopened = openDb(world.dataDir)
  expect(countRounds(reopened, grant.id)).toBe(2)
  reopened.close()
})

test('after withdrawal, expiry or another choice of rows the answer is no', async () => {
  const first = await signedTask()
  await world.call(WithdrawGrant, { id: first.grant.id })
  expect(await ask(first.task.plan)).toMatchObject({ code: 'grant.withdrawn' })

  const second = await signedTask()
  world.clock.skewMs = 31 * 86_400_000
  expect(await ask(second.task.plan)).toMatchObject({ code: 'grant.expired' })
  world.clock.skewMs = 0
  expect((await ask(second.task.plan)).allowed).toBe(true)

  await world.call(OfferRows, { taskId: second.task.taskId, tableName, rows: [{ id: 1 }, { id: 2 }] })
  expect(await ask(second.task.plan)).toMatchObject({ code: 'grant.stale' })
})

test('a ticket covers a clone of its task, as long as no party has come to it', async () => {
  const { task } = await signedTask()
  const clone = (id: string, partyIds: string[]) => {
    const cloned = taskOf(id, {
      originTaskId: task.taskId,
      parties: partyIds.map((partyId) => ({ partyId, name: partyId })),
    })
    world.fake.tasks.set(id, cloned)
    return cloned.plan
  }
  const plan = clone('clone-1', ['1001'])
  expect(await ask(plan)).toMatchObject({ allowed: true, plan: { taskId: 'clone-1' } })
  expect(await ask(clone('clone-2', ['1001', '1003']))).toMatchObject({ code: 'grant.missing' })
  expect(await ask({ ...clone('clone-3', ['1001']), parameters: { rate: 9 } })).toMatchObject({ code: 'grant.stale' })
})

test('a party that joined the task after the ticket was signed is no obstacle to its clone', async () => {
  const { task } = await signedTask()
  const third = { partyId: '1003', name: 'Third Hospital' }
  const cloned = taskOf('clone-late', { originTaskId: task.taskId, parties: [...task.parties, third] })
  world.fake.tasks.set('clone-late', cloned)
  expect(await ask(cloned.plan)).toMatchObject({ code: 'grant.missing' })
  world.fake.tasks.set(task.taskId, { ...task, parties: [...task.parties, third] })
  expect(await ask(cloned.plan)).toMatchObject({ allowed: true, plan: { taskId: 'clone-late' } })
})

test('rounds of clones come off the ticket of the origin; a clone can have one of its own, on the same rows', async () => {
  const { task, grant } = await signedTask({ maxRounds: 2 })
  const taskId = 'clone-used'
  const cloned = taskOf(taskId, { originTaskId: task.taskId, parties: task.parties, maxRounds: 2 })
  world.fake.tasks.set(taskId, cloned)
  for (const round of [1, 2]) expect((await ask(cloned.plan, { messageConfig: { round } })).allowed).toBe(true)
  expect(countRounds(world.db, grant.id)).toBe(2)
  expect(await ask(cloned.plan)).toMatchObject({ code: 'grant.rounds-used-up' })
  expect(await ask(task.plan)).toMatchObject({ code: 'grant.rounds-used-up' })

  const { planHash } = await world.call(DraftGrant, { taskId })
  const own = await world.call(SignGrant, { taskId, planHash })
  expect(own).toMatchObject({ standing: 'signed', datasetId: grant.datasetId })
  expect((await ask(cloned.plan)).allowed).toBe(true)
  expect(await ask(task.plan)).toMatchObject({ code: 'grant.rounds-used-up' })
})

test('the platform hears how many rounds a ticket has left as soon as a run begins to use it', async () => {
  const { task, grant } = await signedTask({ maxRounds: 3 })
  const told = () =>
    world.fake.reports.flatMap((one) => (one.kind === 'grant' && one.grant.id === grant.id ? one.grant.roundsLeft : []))
  expect(told()).toEqual([3])
  await ask(task.plan, { runId: 'run-a', messageType: 'query', messageConfig: { round: 0 } })
  for (const round of [1, 2]) await ask(task.plan, { runId: 'run-a', messageConfig: { round } })
  await ask(task.plan, { runId: 'run-b' })
  await until(() => told().length === 3)
  expect(told()).toEqual([3, 2, 0])
})

test('nobody asks without the secret', async () => {
  const { task, grant } = await signedTask()
  for (const secret of ['', 'guess', 's3cret ']) {
    const answer = await post('/authorize', question(task.plan), secret)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().allowed).toBe(false)
  }
  expect((await guard.inject({ method: 'POST', url: '/report', payload: {} })).statusCode).toBe(401)
  expect(countRounds(world.db, grant.id)).toBe(0)
})

test('a stopped run is killed, refused from then on, and its end is no failure to tell', async () => {
  const { task } = await signedTask()
  const asked = question(task.plan, { runId: 'run-stop' })
  await post('/authorize', asked)
  stopRun({ db: world.db, log: world.log, workers: world.workers, now: world.now }, 'run-stop')
  expect(world.killed.at(-1)).toBe(asked.pid)
  const failures = () => world.fake.reports.filter(({ kind }) => kind === 'worker').length
  const before = failures()
  await post('/report', { ...asked, outcome: 'died', code: 'run.worker-died' })
  expect(await ask(task.plan, { runId: 'run-stop' })).toMatchObject({ allowed: false, code: 'run.stopped' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(failures()).toBe(before)
})

test('a failure and a death are told to the platform; a traceback stays here', async () => {
  const { task } = await signedTask()
  const asked = question(task.plan, { runId: 'run-fail' })
  await post('/authorize', asked)
  await post('/report', {
    ...asked,
    outcome: 'failed',
    code: 'data.not-numeric',
    params: { column: 'age', rows: 2 },
    detail: 'Traceback: patient 4711',
  })
  await until(() => world.fake.reports.some((one) => one.kind === 'worker' && one.runId === 'run-fail'))
  expect(world.fake.reports.at(-1)).toEqual({
    kind: 'worker',
    runId: 'run-fail',
    outcome: 'failed',
    step: 'train',
    code: 'data.not-numeric',
    params: { column: 'age', rows: 2 },
  })
  expect(JSON.stringify(world.fake.reports)).not.toContain('4711')
  expect(world.lines.join()).toContain('Traceback: patient 4711')
})
