import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EdgeTask, START_FILE } from '@tessera/contract'
import {
  DraftGrant,
  ListGrantEvents,
  ListGrants,
  ListLocalResults,
  OfferRows,
  SignGrant,
  WithdrawGrant,
} from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '../../db/open.ts'
import { buildOf, codeHashOf, person } from '../../testing/fake-platform.ts'
import { leaveFiles } from '../../testing/local-result.ts'
import { loggerInto } from '../../testing/logger.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World } from '../../testing/world.ts'
import type { Declared } from '../grant/leaves.ts'
import { countStages, findNewestGrant, type MessageType } from '../grant/queries.ts'
import { recordLeftResults } from '../result/index.ts'
import { buildGuard, stopRun } from './guard.ts'
import { reportingDeaths } from './workers.ts'

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
    reportProgress: (progress) => world.link.reportProgress(progress),
    reportWork: (work) => world.link.reportWork(work),
    logger: loggerInto(world.lines),
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
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  const grant = await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  await until(() => world.outbox.unsent().length === 0)
  return { task, grant }
}

const post = (path: string, payload: object, secret = 's3cret') =>
  guard.inject({ method: 'POST', url: path, payload, headers: { authorization: `Bearer ${secret}` } })

/** Sends one more report. Reports are sent in order, so when it is confirmed, the platform has all previous ones. */
async function sendOneMore() {
  const id = world.outbox.add({ kind: 'model-use', modelId: 'm', userId: 'u', name: 'n', time: 't' })
  expect(await world.outbox.settled(id, 10_000)).toEqual({ error: null })
}

let message = 0
function question(plan: object, more: object = {}) {
  message += 1
  return {
    pid: 100 + message,
    attemptId: '9007199254740993',
    runId: 'run-1',
    messageId: `m-${message}`,
    messageType: 'train',
    ...buildOf(CODE),
    plan: JSON.stringify(plan),
    parties: '["1001","1002"]',
    messageConfig: { round: 1 },
    stateHash: sha256(`the state of message ${message}`),
    ...more,
  }
}
/** Sends a request as the task runner does. The decision log contains each answer once. */
async function ask(plan: object, more: object = {}) {
  const request = question(plan, more)
  const answer = (await post('/authorize', request)).json()
  const { runId, messageId, messageType, bundleHash, codeHash } = request
  const written = world.decisions().filter(({ data }) => data.messageId === messageId)
  const details = answer.allowed ? {} : { what: 'run', code: answer.code, bundleHash, codeHash }
  expect(written.map(({ kind, data }) => ({ kind, data }))).toEqual([
    { kind: answer.allowed ? 'run' : 'refused', data: expect.objectContaining({ runId, messageType, ...details }) },
  ])
  return answer
}
const lastRefusal = () => world.decisions('refused').at(-1)?.data

test("for a message under a valid ticket, returns the granted file and the ticket's plan", async () => {
  const { task } = await signedTask()
  const answer = await ask(task.plan)
  const dataPath = findNewestGrant(world.db, task.taskId)?.folder
  expect(answer).toEqual({ allowed: true, dataPath, rows: 40, plan: task.plan })
})

const NUMBERS = Buffer.from(new Float64Array([1, 0.5]).buffer)
const START = {
  modelId: 'm1',
  model: 'Heart',
  task: 'First',
  file: 'f',
  scales: [[0, 1]],
  scale: null,
  numbers: sha256(NUMBERS),
} satisfies EdgeTask['plan']['start']

test('includes start weights in the signed ticket, and stores them bit-identical beside the granted rows', {
  meta: { spec: 'screens.start-from-model' },
}, async () => {
  const taskId = `task-${count + 1}`
  world.fake.starts.set(taskId, NUMBERS)
  const { task, grant } = await signedTask({ plan: { ...taskOf(taskId).plan, start: START } })
  const answer = await ask(task.plan)
  expect(answer.plan.start).toEqual(START)
  expect(readFileSync(join(answer.dataPath, START_FILE)).equals(NUMBERS)).toBe(true)
  expect(grant.plan.start).toEqual(START)
  expect(await ask({ ...task.plan, start: { ...START, numbers: sha256('') } })).toMatchObject({ code: 'grant.stale' })
  expect(await ask({ ...task.plan, start: undefined })).toMatchObject({ code: 'grant.stale' })
})

test.each([
  ['other numbers', Buffer.from(new Float64Array([1, 0.25]).buffer), 'data.start-altered'],
  ['fewer numbers', NUMBERS.subarray(8), 'data.start-altered'],
  ['no numbers', undefined, 'task.start-none'],
])(
  "refuses to sign if the platform sends %s instead of the plan's start weights",
  { meta: { spec: 'screens.start-from-model' } },
  async (_what, numbers, code) => {
    const taskId = `task-${count + 1}`
    if (numbers) world.fake.starts.set(taskId, numbers)
    const signing = signedTask({ plan: { ...taskOf(taskId).plan, start: START } })
    await expect(signing).rejects.toMatchObject({ code })
    expect(findNewestGrant(world.db, taskId)).toBeUndefined()
  },
)

test.each([
  ['another algorithm', buildOf(Buffer.from('other')), {}, 'grant.stale'],
  ['another library', { codeHash: codeHashOf(sha256(CODE), 'another') }, {}, 'grant.stale'],
  ['another parameter', {}, { parameters: { rate: 0.9 } }, 'grant.stale'],
  ['another column', {}, { data: { kind: 'table', columns: [{ name: 'height', kind: 'number' }] } }, 'grant.stale'],
  [
    'another category',
    {},
    { data: { kind: 'table', columns: [{ name: 'sex', kind: 'categories', categories: ['f', 'm', 'x'] }] } },
    'grant.stale',
  ],
  ['another label', {}, { target: { kind: 'number', column: 'sex' } }, 'grant.stale'],
  [
    'classes in another order',
    {},
    { target: { kind: 'classes', column: 'ill', classes: ['yes', 'no'], integral: false } },
    'grant.stale',
  ],
  ['more rounds', {}, { maxRounds: 1_000 }, 'grant.stale'],
  ['a model to start from', {}, { start: START }, 'grant.stale'],
  ['a round beyond the plan', { messageConfig: { round: 4 } }, {}, 'grant.message-refused'],
  ['a foreign configuration value', { messageConfig: { round: 1, dump: 'rows' } }, {}, 'grant.message-refused'],
  ['an unknown kind of message', { messageType: 'dump' }, {}, 'grant.message-refused'],
  ['another task', {}, { taskId: 'elsewhere', seed: 'its own' }, 'grant.missing'],
])(
  'refuses a message with %s, logs it, reports the reason to the platform, and counts no round',
  async (_what, more, change, code) => {
    const { task, grant } = await signedTask()
    const before = world.fake.reports.length
    expect(await ask({ ...task.plan, ...change }, { ...more, runId: `run-${code}` })).toMatchObject({
      allowed: false,
      code,
    })
    await until(() => world.fake.reports.length > before)
    expect(world.fake.reports.at(-1)).toMatchObject({ kind: 'worker', outcome: 'refused', code, runId: `run-${code}` })
    expect(lastRefusal()).toMatchObject({ code, grantId: code === 'grant.missing' ? null : grant.id })
    expect(countStages(world.db, grant.id, 'train')).toBe(0)
  },
)

test('refuses an invalid plan and an incomplete request', async () => {
  expect(await ask({ nonsense: true })).toMatchObject({ allowed: false, code: 'grant.stale' })
  const incomplete = await post('/authorize', { pid: 1 })
  expect(incomplete.statusCode).toBe(400)
  expect(incomplete.json().allowed).toBe(false)
})

test('counts train messages on disk up to the maximum number of rounds, and does not count other messages as rounds', async () => {
  const { task, grant } = await signedTask({ maxRounds: 2 })
  expect((await ask(task.plan, { messageType: 'query', messageConfig: { round: 0 } })).allowed).toBe(true)
  expect((await ask(task.plan)).allowed).toBe(true)
  expect((await ask(task.plan, { messageType: 'evaluate', messageConfig: { round: 2 } })).allowed).toBe(true)
  expect((await ask(task.plan, { messageConfig: { round: 2 } })).allowed).toBe(true)
  expect(await ask(task.plan, { messageConfig: { round: 2 } })).toMatchObject({ code: 'grant.rounds-used-up' })
  expect(lastRefusal()).toMatchObject({ code: 'grant.rounds-used-up', grantId: grant.id })

  const reopened = openDb(world.dataDir)
  expect(countStages(reopened, grant.id, 'train')).toBe(2)
  reopened.close()
})

test.each([
  ['train', { round: 1 }, 2],
  ['query', { round: 0 }, 20],
  ['evaluate', { round: 2 }, 10],
])(
  'counts a repeated %s request on the same state once, but a request on another state as another stage',
  { meta: { spec: 'states.party-failure-retry' } },
  async (messageType, messageConfig, most) => {
    const { task, grant } = await signedTask({ maxRounds: 2 })
    const on = (state: string, attemptId = 'start 0') =>
      ask(task.plan, { messageType, messageConfig, attemptId, stateHash: sha256(state) })
    const repeated = [await on('first'), await on('first'), await on('first', 'start 1')]
    expect(repeated.map(({ allowed }) => allowed)).toEqual([true, true, true])
    expect(countStages(world.db, grant.id, messageType as 'train')).toBe(1)
    for (let stage = 2; stage <= most; stage++) expect((await on(`state ${stage}`)).allowed).toBe(true)
    expect(await on('one more')).toMatchObject({ allowed: false, code: 'grant.rounds-used-up' })
    expect((await on('first', 'start 2')).allowed).toBe(true)
    expect((await on(`state ${most}`)).allowed).toBe(true)
    const [stored] = await world.call(ListGrants, { taskId: task.taskId })
    expect(stored).toMatchObject({ roundsUsed: messageType === 'train' ? 2 : 0 })
  },
)

test('refuses a message without a state hash', async () => {
  const { task, grant } = await signedTask()
  for (const stateHash of [undefined, '', 'x']) {
    expect((await post('/authorize', question(task.plan, { stateHash }))).json().allowed).toBe(false)
  }
  expect(countStages(world.db, grant.id, 'train')).toBe(0)
})

const stage = (message: MessageType, messages: number | string) => ({
  name: { cn: '一步', en: 'A stage' },
  message,
  messages,
  perRound: message === 'train',
  terms: [],
})

/** Returns the declarations of an algorithm. A stage that repeats in each round comes first. */
const declared = (of: { stages: ReturnType<typeof stage>[]; parameters: Record<string, number> }): Declared => ({
  stagesPerRound: of.stages[0]?.perRound ? of.stages[0].messages : 1,
  leaves: (['classes', 'number'] as const).map((target) => ({
    target,
    byItself: false,
    least: 1,
    most: null,
    given: {},
    stages: of.stages,
  })),
  parameters: Object.entries(of.parameters).map(([name, value]) => ({ name, default: value })),
})

test('lets one ticket cover all messages of a round that needs several, and reports the remaining budget in whole rounds', {
  meta: { spec: 'states.ticket-disclosure-list' },
}, async () => {
  world.installed.declared = {
    'logistic-regression': declared({ stages: [stage('train', 'depth')], parameters: { depth: 3 } }),
  }
  const { task, grant } = await signedTask({ maxRounds: 2 })
  world.installed.declared = {}
  const answers = []
  for (let place = 0; place < 7; place++) {
    answers.push(await ask(task.plan, { messageConfig: { round: Math.floor(place / 3) + 1 > 2 ? 2 : 1 } }))
    if (place === 3) {
      const grants = await world.call(ListGrants, { taskId: task.taskId })
      expect(grants.find(({ id }) => id === grant.id)?.roundsUsed).toBe(2)
    }
  }
  expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, true, false])
  expect(answers.at(-1)).toMatchObject({ code: 'grant.rounds-used-up' })
})

test.each([
  ['query', { round: 0 }, 2],
  ['evaluate', { round: 3 }, 3],
])(
  "answers under a ticket as many %s messages as the ticket's algorithm declares",
  { meta: { spec: 'states.ticket-disclosure-list' } },
  async (messageType, messageConfig, most) => {
    const stages = [stage('query', 2), stage('evaluate', 1), stage('evaluate', 'scores')]
    world.installed.declared = { 'logistic-regression': declared({ stages, parameters: { scores: 2 } }) }
    const { task, grant } = await signedTask()
    world.installed.declared = {}
    const answers = []
    for (let run = 0; run <= most; run++) {
      answers.push(await ask(task.plan, { messageType, messageConfig }))
    }
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(most)
    expect(answers.at(-1)).toMatchObject({ allowed: false, code: 'grant.rounds-used-up' })
    expect(countStages(world.db, grant.id, 'train')).toBe(0)
  },
)

test('refuses messages after withdrawal, expiry or another selection of rows', async () => {
  const first = await signedTask()
  await world.call(WithdrawGrant, { id: first.grant.id, proof: { pin: PIN } })
  expect(await ask(first.task.plan)).toMatchObject({ code: 'grant.withdrawn' })
  expect(lastRefusal()).toMatchObject({ code: 'grant.withdrawn', grantId: first.grant.id })

  const second = await signedTask()
  world.clock.skewMs = 31 * 86_400_000
  expect(await ask(second.task.plan)).toMatchObject({ code: 'grant.expired' })
  expect(lastRefusal()).toMatchObject({ code: 'grant.expired', grantId: second.grant.id })
  world.clock.skewMs = 0
  expect((await ask(second.task.plan)).allowed).toBe(true)

  await world.call(OfferRows, { taskId: second.task.taskId, tableName, rows: [{ id: 1 }, { id: 2 }] })
  expect(await ask(second.task.plan)).toMatchObject({ code: 'grant.stale' })
})

test('accepts a clone of the task under the same ticket if its plan is the same, and refuses a clone whose plan differs', async () => {
  const { task, grant } = await signedTask()
  const clone = { ...task.plan, taskId: 'clone-1' }
  expect(await ask({ ...clone, seed: 'another' })).toMatchObject({ code: 'grant.missing' })
  expect(await ask({ ...clone, parameters: { rate: 9 } })).toMatchObject({ code: 'grant.missing' })
  expect(await ask(clone)).toMatchObject({ allowed: true, plan: { taskId: 'clone-1' } })
  await world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } })
  expect(await ask(clone)).toMatchObject({ code: 'grant.withdrawn' })
})

describe('the parties of a run', () => {
  const parties = [
    ...taskOf('any').plan.parties,
    { partyId: '1003', key: 'key of the third' },
    { partyId: '1004', key: '' },
  ]
  const threeOf = async () => {
    const { plan } = taskOf(`task-${count + 1}`)
    return signedTask({ plan: { ...plan, parties, fewest: 2 } })
  }

  test.each([
    ['all parties with an edge', ['1001', '1002', '1003'], null],
    ['the agreed minimum', ['1003', '1001'], null],
    ['fewer', ['1001'], 'grant.roster-refused'],
    ['one twice', ['1001', '1001'], 'grant.roster-refused'],
    ['a stranger', ['1001', '1002', '9999'], 'grant.roster-refused'],
    ['one that is not in the plan', ['1001', '1004'], 'grant.roster-refused'],
    ['all except this party', ['1002', '1003'], 'grant.roster-refused'],
  ])("decides whether a run's list of parties is acceptable: %s", async (_what, roster, code) => {
    const { task, grant } = await threeOf()
    const answer = await ask(task.plan, { parties: JSON.stringify(roster) })
    expect(answer).toMatchObject(code ? { allowed: false, code } : { allowed: true })
    expect(countStages(world.db, grant.id, 'train')).toBe(code ? 0 : 1)
    expect(findNewestGrant(world.db, task.taskId)?.roster).toEqual(code ? null : roster)
  })

  test.each([
    ['a missing roster', undefined],
    ['a roster that is not a list', '"all"'],
  ])('refuses a run whose list of parties is %s', async (_what, parties) => {
    const { task } = await threeOf()
    expect(await ask(task.plan, { parties })).toMatchObject({ allowed: false, code: 'grant.roster-refused' })
  })

  test('requires the same parties throughout a run', async () => {
    const { task } = await threeOf()
    expect((await ask(task.plan, { parties: '["1001","1002","1003"]' })).allowed).toBe(true)
    expect((await ask(task.plan, { parties: '["1003","1002","1001"]' })).allowed).toBe(true)
    expect(await ask(task.plan, { parties: '["1001","1002"]' })).toMatchObject({ code: 'grant.roster-refused' })
  })

  test('requires the same parties throughout a run, even if the ticket is signed again during the run', async () => {
    const { task } = await threeOf()
    const all = { runId: 'run-signed-twice', parties: '["1001","1002","1003"]' }
    const fewer = { ...all, parties: '["1001","1002"]' }
    expect((await ask(task.plan, all)).allowed).toBe(true)
    const { taskId } = task
    const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
    await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
    expect(await ask(task.plan, fewer)).toMatchObject({ allowed: false, code: 'grant.roster-refused' })
    expect((await ask(task.plan, all)).allowed).toBe(true)
  })
})

test.each([
  ['another party', (plan: EdgeTask['plan']) => ({ parties: [...plan.parties, { partyId: '1003', key: 'k' }] })],
  ['another key', ({ parties }: EdgeTask['plan']) => ({ parties: parties.map((one) => ({ ...one, key: 'new' })) })],
  ['fewer parties', () => ({ fewest: 1 })],
  ['another seed', () => ({ seed: 'new' })],
  ['a longer wait', () => ({ waitMinutes: 60 })],
])(
  "treats the ticket as stale if the run's plan has %s than the signed plan, whatever the run's parties",
  async (_what, change) => {
    const { task } = await signedTask()
    expect(await ask({ ...task.plan, ...change(task.plan) })).toMatchObject({ allowed: false, code: 'grant.stale' })
  },
)

test('accepts a ticket for one run only, and continues this run after a restart', {
  meta: { spec: 'states.joining-closed-reopened' },
}, async () => {
  const { task, grant } = await signedTask()
  const reported = () =>
    world.fake.reports.flatMap((one) => (one.kind === 'grant' && one.grant.id === grant.id ? one.grant : []))
  const query = { messageType: 'query', messageConfig: { round: 0 } }
  expect((await ask(task.plan, { ...query, runId: 'run-a' })).allowed).toBe(true)
  await until(() => reported().length === 2)
  const { number } = grant
  expect(reported()).toMatchObject([
    { roundsLeft: 3, number, runId: null },
    { roundsLeft: 0, number, runId: 'run-a' },
  ])
  expect(await ask(task.plan, { ...query, runId: 'run-b' })).toMatchObject({ allowed: false, code: 'grant.used' })
  expect(await ask({ ...task.plan, taskId: 'its-clone' }, { runId: 'run-b' })).toMatchObject({ code: 'grant.used' })
  const reopened = openDb(world.dataDir)
  expect(findNewestGrant(reopened, task.taskId)).toMatchObject({ runId: 'run-a', roster: ['1001', '1002'] })
  reopened.close()
  expect((await ask(task.plan, { ...query, runId: 'run-a' })).allowed).toBe(true)

  const { planHash, datasetId } = await world.call(DraftGrant, { taskId: task.taskId })
  await world.call(SignGrant, { taskId: task.taskId, planHash, datasetId, proof: { pin: PIN } })
  expect((await ask(task.plan, { ...query, runId: 'run-b' })).allowed).toBe(true)
})

test('counts rounds of clones towards the ticket of the original task; a clone can have its own ticket for the same rows', async () => {
  const { task, grant } = await signedTask({ maxRounds: 2 })
  const taskId = 'clone-used'
  const cloned = { ...task, taskId, originTaskId: task.taskId, plan: { ...task.plan, taskId } }
  world.fake.tasks.set(taskId, cloned)
  for (const round of [1, 2]) expect((await ask(cloned.plan, { messageConfig: { round } })).allowed).toBe(true)
  expect(countStages(world.db, grant.id, 'train')).toBe(2)
  expect(await ask(cloned.plan)).toMatchObject({ code: 'grant.rounds-used-up' })
  expect(await ask(task.plan)).toMatchObject({ code: 'grant.rounds-used-up' })

  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  const own = await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  expect(own).toMatchObject({ status: 'signed', datasetId: grant.datasetId })
  expect((await ask(cloned.plan)).allowed).toBe(true)
  expect(await ask(task.plan)).toMatchObject({ code: 'grant.rounds-used-up' })
})

test("refuses requests that lack the guard's secret", async () => {
  const { task, grant } = await signedTask()
  for (const secret of ['', 'guess', 's3cret ']) {
    const answer = await post('/authorize', question(task.plan), secret)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().allowed).toBe(false)
  }
  expect((await guard.inject({ method: 'POST', url: '/report', payload: {} })).statusCode).toBe(401)
  expect(countStages(world.db, grant.id, 'train')).toBe(0)
})

test('kills the work of a stopped run, refuses its later messages, and does not report its end as a failure', async () => {
  const { task } = await signedTask()
  const request = question(task.plan, { runId: 'run-stop' })
  await post('/authorize', request)
  stopRun({ db: world.db, log: world.log, workers: world.workers, now: world.now }, 'run-stop')
  expect(world.killed.at(-1)).toBe(request.pid)
  const failures = () => world.fake.reports.filter(({ kind }) => kind === 'worker').length
  const before = failures()
  await post('/report', { ...request, outcome: 'died', code: 'run.worker-died' })
  expect(await ask(task.plan, { runId: 'run-stop' })).toMatchObject({ allowed: false, code: 'run.stopped' })
  await sendOneMore()
  expect(failures()).toBe(before)
})

test.each(['start 0', 'start 1'])(
  'ends the previous request of a run when the run sends another one, in Flower (attempt: %s)',
  { meta: { spec: 'states.party-failure-retry' } },
  async (attemptId) => {
    const { task } = await signedTask()
    const runId = `again-${attemptId}`
    const before = question(task.plan, { runId, attemptId: 'start 0' })
    const other = question((await signedTask()).task.plan, { runId: `beside-${attemptId}`, attemptId: 'start 0' })
    for (const request of [before, other]) expect((await post('/authorize', request)).json().allowed).toBe(true)
    const killed = world.killed.length
    const again = question(task.plan, { runId, attemptId })
    expect((await post('/authorize', again)).json().allowed).toBe(true)
    expect(world.killed.slice(killed)).toEqual([before.pid])
    await post('/report', { ...before, outcome: 'died', code: 'run.worker-died' })
    await sendOneMore()
    expect(reportsOf(runId)).toEqual([])
  },
)

test('ends only the requests of one Flower run, so that another run can send its request', {
  meta: { spec: 'states.server-app-restart' },
}, async () => {
  const { task } = await signedTask()
  const request = question(task.plan, { runId: 'run-attempt', attemptId: 'ended' })
  const other = question((await signedTask()).task.plan, { runId: 'beside', attemptId: 'goes on' })
  for (const one of [request, other]) expect((await post('/authorize', one)).json().allowed).toBe(true)
  const killed = world.killed.length
  world.workers.killOfAttempt('ended')
  expect(world.killed.slice(killed)).toEqual([request.pid])
  await post('/report', { ...request, outcome: 'died', code: 'run.worker-died' })
  const again = question(task.plan, { runId: 'run-attempt', attemptId: 'another' })
  expect((await post('/authorize', again)).json().allowed).toBe(true)
  await sendOneMore()
  expect(reportsOf('run-attempt')).toEqual([])
})

test('kills workers even if the stop cannot be stored because the disk is full', async () => {
  const { task } = await signedTask()
  const request = question(task.plan, { runId: 'run-full' })
  await post('/authorize', request)
  const db = openDb(world.dataDir)
  db.exec('pragma query_only = on')
  expect(() => stopRun({ db, log: world.log, workers: world.workers, now: world.now }, 'run-full')).toThrow()
  db.close()
  expect(world.killed.at(-1)).toBe(request.pid)
})

test('reports only known error codes with the parameters of their texts, whatever the app sends', async () => {
  const reported = async (runId: string, code: string, params: object) => {
    const request = question((await signedTask()).task.plan, { runId })
    await post('/authorize', request)
    await post('/report', { ...request, outcome: 'failed', code, params })
    const find = () => world.fake.reports.find((one) => one.kind === 'worker' && one.runId === runId)
    await until(() => find() !== undefined)
    return find()
  }
  expect(await reported('report-1', 'patient.is-sixty-three', { age: 63 })).toMatchObject({
    code: 'internal',
    params: {},
  })
  expect(await reported('report-2', 'data.not-numeric', { column: 'age', rows: 2, patient: 'Smith' })).toMatchObject({
    code: 'data.not-numeric',
    params: { column: 'age', rows: 2 },
  })
  // A name that every JavaScript object inherits is not an error code.
  expect(await reported('report-3', 'constructor', {})).toMatchObject({ code: 'internal' })
})

test('reports a failure to the platform, and keeps the traceback at the edge', async () => {
  const { task } = await signedTask()
  const request = question(task.plan, { runId: 'run-fail' })
  await post('/authorize', request)
  await post('/report', {
    ...request,
    outcome: 'failed',
    code: 'data.not-numeric',
    params: { column: 'age', rows: 2 },
    detail: 'Traceback: patient 4711',
  })
  await until(() => world.fake.reports.some((one) => one.kind === 'worker' && one.runId === 'run-fail'))
  expect(world.fake.reports.at(-1)).toEqual({
    kind: 'worker',
    runId: 'run-fail',
    attemptId: '9007199254740993',
    outcome: 'failed',
    step: 'train',
    code: 'data.not-numeric',
    params: { column: 'age', rows: 2 },
  })
  expect(JSON.stringify(world.fake.reports)).not.toContain('patient')
  expect(world.lines.join()).toContain('Traceback: patient 4711')
})

const died = (runId: string, code: string) => ({
  kind: 'worker',
  runId,
  attemptId: '9007199254740993',
  outcome: 'died',
  step: 'train',
  code,
  params: {},
})
const reportsOf = (runId: string) => world.fake.reports.filter((one) => one.kind === 'worker' && one.runId === runId)

test('does not report a reply that no longer fits a request as a failure of the run', async () => {
  const { task } = await signedTask()
  for (const outcome of ['dropped', 'failed']) {
    const request = question(task.plan, { runId: `run-${outcome}` })
    await post('/authorize', request)
    await post('/report', { ...request, outcome, detail: '401 Unauthorized' })
  }
  // Reports are sent in order, so an earlier report would have arrived by now.
  await until(() => reportsOf('run-failed').length > 0)
  expect(reportsOf('run-dropped')).toEqual([])
  expect(world.lines.join()).toContain('401 Unauthorized')
})

test('shows the values of differing columns to members at their edge, and sends the platform only the column names, once', async () => {
  const { task, grant } = await signedTask()
  const runId = 'apart-run'
  const column = task.plan.data.kind === 'table' ? (task.plan.data.columns[0]?.name ?? '') : ''
  const reportApart = (name: string) =>
    post('/apart', { runId, columns: [{ column: name, own: [918.5, 3], all: [76.5, 60.2] }] })
  const reports = () => world.fake.reports.filter(({ kind }) => kind === 'apart')
  await reportApart(column)
  await post('/authorize', question(task.plan, { runId }))
  await reportApart('Mrs Miller')
  expect((await post('/apart', { runId, columns: [{ column, own: ['row 7', 3], all: [1, 2] }] })).statusCode).toBe(400)
  await reportApart(column)
  await reportApart(column)
  await sendOneMore()
  expect(reports()).toEqual([{ kind: 'apart', runId, columns: [column] }])

  const apart = [{ column, own: { mean: 918.5, deviation: 3 }, all: { mean: 76.5, deviation: 60.2 } }]
  const shown = async (as?: object) =>
    (await world.call(ListGrants, { taskId: task.taskId }, as)).find(({ id }) => id === grant.id)?.apart
  expect(await shown(await world.openSession('alice'))).toEqual(apart)
  expect(await shown({ token: await world.fake.edgeToken(person('alice')) })).toBeUndefined()
  const { records } = await world.call(ListGrantEvents, { id: grant.id })
  expect(records.filter(({ kind }) => kind === 'apart')).toMatchObject([{ runId, apart: [column] }])
  // The value has three digits before the point, which the seconds of a time never have.
  expect(JSON.stringify([records, world.fake.reports])).not.toContain('918.5')
})

test('logs an incomplete message as incomplete, without a run', async () => {
  await post('/report', { pid: 0, outcome: 'dropped', detail: 'its SuperNode restarted', seconds: 2 })
  await until(() => world.lines.includes('an incomplete message, 2 s: its SuperNode restarted'))
})

test('reports to the platform that a worker has died, and logs it', async () => {
  const { task } = await signedTask()
  const request = question(task.plan, { runId: 'run-died' })
  await post('/authorize', request)
  await post('/report', { ...request, outcome: 'died', code: 'run.worker-died', detail: 'killed by signal 9' })
  await until(() => reportsOf('run-died').length > 0)
  expect(reportsOf('run-died')).toEqual([died('run-died', 'run.worker-died')])
  expect(world.decisions('run-ended').at(-1)?.data).toMatchObject({ runId: 'run-died', outcome: 'died' })
  expect(world.workers.current.map(({ runId }) => runId)).not.toContain('run-died')
})

test('reports each worker that dies when SuperNode or task runner ends, except workers that the edge killed', async () => {
  for (const runId of ['run-gone-1', 'run-gone-2', 'run-ended-by-us']) {
    await ask((await signedTask()).task.plan, { runId })
  }
  world.workers.killOfRun('run-ended-by-us')
  reportingDeaths(world.workers, world.outbox)('run.supernode-lost')
  await until(() => reportsOf('run-gone-2').length > 0)
  expect(reportsOf('run-gone-1')).toEqual([died('run-gone-1', 'run.supernode-lost')])
  expect(reportsOf('run-gone-2')).toEqual([died('run-gone-2', 'run.supernode-lost')])
  expect(reportsOf('run-ended-by-us')).toEqual([])
  expect(world.workers.current).toEqual([])
})

describe('a single-party run', () => {
  const alone = async () => {
    const { plan } = taskOf(`task-${count + 1}`)
    const parties = plan.parties.slice(0, 1)
    return signedTask({
      plan: { ...plan, parties, fewest: 1 },
      parties: [{ partyId: '1001', name: { cn: '第一医院', en: 'First Hospital' } }],
    })
  }
  const begun = async (runId: string, more: object = {}) => {
    const { task, grant } = await alone()
    const answer = await ask(task.plan, { runId, parties: '["1001"]', ...more })
    return { task, grant, answer, messageId: `m-${message}` }
  }
  const progressOf = (runId: string) => world.fake.progress.filter((one) => one.runId === runId)

  test('processes a single-party run in one message, and stores its result in a separate folder', {
    meta: { spec: 'states.single-party-research' },
  }, async () => {
    const { task, answer } = await begun('alone-1')
    expect(answer).toMatchObject({ allowed: true, resultPath: join(world.dataDir, 'kept', 'alone-1') })
    const again = await ask(task.plan, { runId: 'alone-1', parties: '["1001"]' })
    expect(again).toMatchObject({ allowed: false, code: 'grant.rounds-used-up' })
    const { task: shared } = await signedTask()
    expect(await ask(shared.plan)).not.toHaveProperty('resultPath')
  })

  test('trains a single-party run again under the same ticket after an interruption', {
    meta: { spec: 'states.single-party-research' },
  }, async () => {
    const stateHash = sha256('its first state')
    const { task } = await begun('alone-restarted', { stateHash })
    const restarted = { runId: 'alone-restarted', parties: '["1001"]', attemptId: 'the next start' }
    expect(await ask(task.plan, { ...restarted, stateHash })).toMatchObject({ allowed: true })
    expect(await ask(task.plan, restarted)).toMatchObject({ allowed: false, code: 'grant.rounds-used-up' })
  })

  test('refuses a run whose id would lead to a folder outside the results', async () => {
    const { task } = await alone()
    const answer = await ask(task.plan, { runId: '../../keys', parties: '["1001"]' })
    expect(answer).toMatchObject({ allowed: false, code: 'grant.message-refused' })
  })

  test('reports the progress of an active single-party run: only increasing, within its rounds, and for no other run', async () => {
    const { messageId } = await begun('alone-2')
    const { task: shared } = await signedTask()
    expect((await ask(shared.plan, { runId: 'together' })).allowed).toBe(true)
    const tell = (runId: string, round: number, step = 'train') => post('/progress', { runId, step, round })
    await tell('alone-2', 0, 'statistics')
    await tell('together', 1)
    await tell('nobody', 1)
    await tell('alone-2', 2)
    await tell('alone-2', 1)
    await tell('alone-2', 4)
    expect((await post('/progress', { runId: 'alone-2', step: 'rows', round: 3 })).statusCode).toBe(400)
    await tell('alone-2', 3, 'evaluate')
    await post('/report', { pid: 1, runId: 'alone-2', messageId, messageType: 'train', outcome: 'failed' })
    await tell('alone-2', 3, 'evaluate')
    await sendOneMore()
    expect(progressOf('alone-2').map(({ step, round }) => [step, round])).toEqual([
      ['statistics', 0],
      ['train', 2],
      ['evaluate', 3],
    ])
    expect(progressOf('together').concat(progressOf('nobody'))).toEqual([])
  })

  test('reports work on a message and its completion, only for a run that is active at this edge', async () => {
    const { messageId } = await begun('working')
    const tell = (runId: string, percent: number, more = {}) =>
      post('/work', { runId, what: 'learning', percent, secondsLeft: null, ...more })
    await tell('working', 30)
    await tell('working', 100)
    await tell('nobody', 30)
    expect((await tell('working', 30, { what: 'row 7' })).statusCode).toBe(400)
    expect((await tell('working', 130)).statusCode).toBe(400)
    await post('/report', { pid: 1, runId: 'working', messageId, messageType: 'train', outcome: 'done' })
    await tell('working', 40)
    await sendOneMore()
    expect(world.fake.work).toEqual([
      { runId: 'working', what: 'learning', percent: 30, secondsLeft: null },
      { runId: 'working', what: 'learning', percent: 99, secondsLeft: null },
      { runId: 'working', what: 'learning', percent: 100, secondsLeft: 0 },
    ])
  })

  test.each([
    ['query', 'reading', 1.2, 'done', 1],
    ['evaluate', 'learning', 1.2, 'done', 1],
    ['evaluate', 'learning', 0.4, 'done', 0],
    ['train', 'learning', 1.2, 'failed', 0],
  ] as const)(
    'for stage %s with work reported as "%s", taking %d s and ending with %s, reports completion %i times',
    { meta: { spec: 'screens.task-panel-training' } },
    async (type, what, seconds, outcome, times) => {
      const runId = `silent-${type}-${outcome}-${times}`
      const { messageId } = await begun(runId)
      await post('/report', { pid: 1, runId, messageId, messageType: type, outcome, seconds })
      await sendOneMore()
      const reported = world.fake.work.filter((work) => work.runId === runId)
      expect(reported).toEqual(Array.from({ length: times }, () => ({ runId, what, percent: 100, secondsLeft: 0 })))
    },
  )

  test('after a stage that was reported complete, reports the start of the next stage, but not the end of quick stages', {
    meta: { spec: 'screens.task-panel-training' },
  }, async () => {
    const { task } = await signedTask()
    const runId = 'in-stages'
    const stage = async (messageType: string, seconds: number) => {
      const request = question(task.plan, { runId, messageType })
      await post('/authorize', request)
      await post('/report', { ...request, outcome: 'done', seconds })
    }
    await stage('query', 1.2)
    await stage('train', 0.4)
    await stage('train', 1.2)
    await stage('evaluate', 0.4)
    await sendOneMore()
    const reported = world.fake.work.filter((work) => work.runId === runId)
    expect(reported.map(({ what, percent, secondsLeft }) => [what, percent, secondsLeft])).toEqual([
      ['reading', 100, 0],
      ['learning', 0, null],
      ['learning', 100, 0],
      ['learning', 0, null],
    ])
  })

  test('does not report a stage as complete if the next stage has already started', {
    meta: { spec: 'screens.task-panel-training' },
  }, async () => {
    const { task } = await signedTask()
    const runId = 'late-report'
    const first = question(task.plan, { runId, messageType: 'query' })
    const next = question(task.plan, { runId })
    await post('/authorize', first)
    await post('/authorize', next)
    await post('/report', { ...first, outcome: 'done', seconds: 1.2 })
    await post('/report', { ...next, outcome: 'done', seconds: 1.2 })
    await sendOneMore()
    const reported = world.fake.work.filter((work) => work.runId === runId)
    expect(reported.map(({ what, percent }) => [what, percent])).toEqual([['learning', 100]])
  })

  test('at start, records a result whose report was lost, but not a folder that belongs to no run', async () => {
    const { task } = await begun('alone-lost')
    leaveFiles(world.dataDir, 'alone-lost')
    leaveFiles(world.dataDir, 'elsewhere')
    recordLeftResults(world.deps.dataset)
    recordLeftResults(world.deps.dataset)
    expect(await world.call(ListLocalResults, { taskId: task.taskId })).toMatchObject([{ runId: 'alone-lost' }])
    expect((await world.call(ListLocalResults, {})).some(({ runId }) => runId === 'elsewhere')).toBe(false)
  })

  test.each([
    ['done, with a model', 'done', true, 'model'],
    ['done, without a model', 'done', false, 'other'],
    ['failed', 'failed', true, null],
  ] as const)(
    'records a result only for a completed run with a known ticket: %s',
    async (_what, outcome, hasModel, content) => {
      const runId = `alone-${outcome}-${hasModel}`
      const { task, grant, messageId } = await begun(runId)
      leaveFiles(world.dataDir, runId, { hasModel })
      await post('/report', { pid: 1, runId, messageId, messageType: 'train', outcome })
      const results = await world.call(ListLocalResults, { taskId: task.taskId })
      expect(results.map(({ runId: id, hasModel: has }) => [id, has ? 'model' : 'other'])).toEqual(
        content ? [[runId, content]] : [],
      )
      if (content) expect(world.decisions('result-kept').at(-1)?.data).toMatchObject({ runId, grantId: grant.id })
    },
  )
})
