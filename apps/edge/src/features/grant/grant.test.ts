import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EdgeTask, phrase } from '@tessera/contract'
import { DraftGrant, ListGrants, OfferRows, SignGrant, WithdrawGrant } from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildOf, codeHashOf, person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World } from '../../testing/world.ts'
import { unlistDataset } from '../rows/index.ts'
import { findNewestGrant, listGrants } from './queries.ts'
import { removeSpentRows, withdrawOfDatasets } from './withdraw.ts'

let world: World
let tableName: string
let count = 0
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5, signers: ['dora'] })
  world.fake.codes.set('logistic-regression', Buffer.from('code v1'))
  await world.connect()
  const dataset = await world.dataSet(`${peopleCsv(40)}`, 'Cohort')
  tableName = dataset.tableName
})
afterAll(() => world.close())

/** Returns the code hash of a bundle together with the library. */
const hashOf = (code: string) => buildOf(Buffer.from(code)).codeHash

/** Creates a task for which this party has selected its rows. */
async function offered(more: Partial<EdgeTask> & { maxRounds?: number } = {}) {
  count += 1
  const taskId = `task-${count}`
  world.fake.tasks.set(taskId, taskOf(taskId, more))
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  return taskId
}
/** Reads the draft of the ticket and signs it. */
async function sign(taskId: string) {
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  return world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
}
async function signed(more: Partial<EdgeTask> = {}) {
  const taskId = await offered(more)
  return { taskId, grant: await sign(taskId) }
}
const change = (taskId: string, plan: Partial<EdgeTask['plan']>) => {
  const task = world.fake.tasks.get(taskId) as EdgeTask
  world.fake.tasks.set(taskId, { ...task, plan: { ...task.plan, ...plan } })
}

/** Returns the data of a plan with these column names. */
const tableOf = (...names: string[]): EdgeTask['plan']['data'] => ({
  kind: 'table',
  columns: names.map((name) =>
    name === 'sex' ? { name, kind: 'categories', categories: ['f', 'm'] } : { name, kind: 'number' },
  ),
})

test('returns in the draft the content that the edge itself determined', async () => {
  const taskId = await offered()
  const requested = wholeSeconds(Date.now())
  const draft = await world.call(DraftGrant, { taskId })
  const answered = Date.now()
  expect(draft).toMatchObject({
    codeHash: hashOf('code v1'),
    datasetName: 'Cohort',
    rowCount: 40,
    minimumRows: 5,
    changes: null,
    canSign: true,
  })
  const signedAt = draft.expiryTime.getTime() - 30 * 86_400_000
  expect([requested, signedAt, answered].toSorted((one, other) => one - other)).toEqual([requested, signedAt, answered])
})

/** The API sends times in whole seconds. */
const wholeSeconds = (ms: number) => Math.floor(ms / 1_000) * 1_000

test('shows in draft and ticket what leaves the edge and the names of parameters, as declared by the installed algorithm', async () => {
  const name = { cn: '训练', en: 'Training' }
  const parameterTexts = [
    { name: 'depth', label: { cn: '深度', en: 'Depth' }, choiceLabels: { deep: { cn: '深', en: 'Deep' } } },
  ] as const
  const terms = [{ name: { cn: '改动', en: 'changes' }, sizes: [{ cn: '数：列数', en: 'numbers: columns' }] }]
  world.installed.declared = {
    'logistic-regression': {
      stagesPerRound: 2,
      leaves: [
        {
          target: 'classes',
          byItself: false,
          given: {},
          least: 1,
          most: null,
          stages: [{ name, message: 'train' as const, perRound: true, messages: 2, terms }],
        },
      ],
      parameters: [
        { default: 1, ...parameterTexts[0] },
        { name: 'nameless', default: 1 },
      ],
    },
  }
  const taskId = await offered({ maxRounds: 4 })
  const leaves = [{ name, messages: 8, terms }]
  const declared = { leaves, parameterTexts }
  expect(await world.call(DraftGrant, { taskId })).toMatchObject(declared)
  expect(await sign(taskId)).toMatchObject(declared)
  world.installed.own = { 'logistic-regression': buildOf(Buffer.from('code v2')) }
  const foreign = await world.call(DraftGrant, { taskId })
  expect([foreign.leaves, foreign.parameterTexts]).toEqual([undefined, undefined])
  Object.assign(world.installed, { own: null, declared: {} })
})

test('neither drafts nor signs a plan with a parameter value that its algorithm no longer allows', {
  meta: { claim: 'run-cox.cross-party-comparison' },
}, async () => {
  const declared = { stagesPerRound: 1, leaves: [], parameters: [], withdrawn: { pooled: true } }
  world.installed.declared = { 'logistic-regression': declared }
  onTestFinished(() => void Object.assign(world.installed, { declared: {} }))
  const taskId = await offered()
  change(taskId, { parameters: { pooled: true } })
  const refusal = { code: 'parameter.withdrawn', params: { name: 'pooled' } }
  await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject(refusal)
  await expect(sign(taskId)).rejects.toMatchObject(refusal)
  change(taskId, { parameters: {} })
  expect((await sign(taskId)).status).toBe('signed')
})

describe("origin of a ticket's code", () => {
  const bundle = Buffer.from('code v1')
  const { bundleHash } = buildOf(bundle)
  /** The platform offers `bundle` under a code hash. `own` is the bundle that this edge's installation builds. */
  const cases = [
    ['own code', hashOf('code v1'), hashOf('code v1'), { kind: 'own', version: VERSION }],
    [
      'code of a previous release',
      codeHashOf(bundleHash, 'an old library'),
      hashOf('code v1'),
      { kind: 'previous', version: '2.6.3', ownVersion: VERSION },
    ],
    [
      'code with another library',
      codeHashOf(bundleHash, 'another library'),
      hashOf('code v1'),
      { kind: 'foreign', version: '9.9.9', ownVersion: VERSION, differs: 'library' },
    ],
    [
      'code of another algorithm',
      hashOf('code v1'),
      hashOf('code v2'),
      { kind: 'foreign', version: '9.9.9', ownVersion: VERSION, differs: 'algorithm' },
    ],
  ] as const
  afterEach(() => Object.assign(world.installed, { own: null, previous: {} }))

  test.each(cases)(
    "shows the origin of the code, and signs only code of the edge's installation: %s",
    async (_what, offered1, own, codeOrigin) => {
      world.installed.own = {
        'logistic-regression':
          own === hashOf('code v1') ? { bundleHash, codeHash: own } : buildOf(Buffer.from('code v2')),
      }
      world.installed.previous = {
        '2.6.3': { 'logistic-regression': codeHashOf(bundleHash, 'an old library') },
        '2.6.2': { mlp: codeHashOf(bundleHash, 'another library') },
      }
      const taskId = await offered({ code: { hash: offered1, version: '9.9.9' } })
      const draft = await world.call(DraftGrant, { taskId })
      const isOwn = codeOrigin.kind === 'own'
      expect(draft).toMatchObject({ codeHash: offered1, codeOrigin, canSign: isOwn })

      if (isOwn) return expect((await sign(taskId)).codeHash).toBe(offered1)
      await expect(sign(taskId)).rejects.toMatchObject({ code: 'grant.code-foreign', params: { version: VERSION } })
      expect(listGrants(world.db, taskId)).toEqual([])
      expect(world.decisions('refused').at(-1)?.data).toMatchObject({
        what: 'sign',
        taskId,
        code: 'grant.code-foreign',
      })
    },
  )

  test('treats a bundle that does not come from its installation as foreign, whatever the platform declares', async () => {
    world.installed.own = { 'logistic-regression': buildOf(Buffer.from('code v2')) }
    const taskId = await offered({ code: { hash: hashOf('code v2'), version: VERSION } })
    expect(await world.call(DraftGrant, { taskId })).toMatchObject({ canSign: false, codeOrigin: { kind: 'foreign' } })
  })
})

test('lets a ticket grant all rows with only the granted columns if the plan has no label', async () => {
  const taskId = await offered()
  change(taskId, { data: tableOf('age', 'sex'), target: null })
  const draft = await world.call(DraftGrant, { taskId })
  expect(draft).toMatchObject({ rowCount: 40, plan: { target: null } })
  await sign(taskId)
  const folder = findNewestGrant(world.db, taskId)?.folder ?? ''
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  expect(index).toEqual({ kind: 'table', files: ['rows.parquet'], columns: ['age', 'sex'] })
})

test('writes exactly the granted rows and columns of a signed ticket to a private folder, and reports the ticket to the platform', {
  meta: { spec: 'calls.edge-grants' },
}, async () => {
  const { grant } = await signed()
  const stored = findNewestGrant(world.db, grant.taskId)
  const folder = stored?.folder ?? ''
  expect(readdirSync(folder).sort()).toEqual(['index.json', 'rows.parquet'])
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  expect(index).toEqual({ kind: 'table', files: ['rows.parquet'], columns: ['age', 'sex', 'ill'] })
  const file = join(folder, 'rows.parquet')
  expect(await world.duck.rows(`SELECT * FROM read_parquet('${file}') LIMIT 1`)).toEqual([
    { age: 20, sex: 'm', ill: 'yes' },
  ])
  expect(await world.duck.row(`SELECT count(*) AS n FROM read_parquet('${file}')`)).toEqual({ n: 40 })
  for (const name of ['index.json', 'rows.parquet']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(grant).toMatchObject({ status: 'signed', roundsUsed: 0, signedBy: 'alice', abilities: { withdraw: true } })
  await until(() => world.fake.reports.some((one) => one.kind === 'grant' && one.grant.id === grant.id))
  const reported = world.fake.reports.find((one) => one.kind === 'grant' && one.grant.id === grant.id)
  expect(reported).toMatchObject({ grant: { planHash: grant.planHash, withdrawn: false, rowCount: 40 } })
})

test("lets only members on the edge's own list sign, whatever role the platform claims", {
  meta: { spec: 'roles.ticket-signers' },
}, async () => {
  const taskId = await offered()
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  const sign = (username: string, role: 'admin' | 'member') =>
    world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } }, person(username, { role }))

  await expect(sign('bob', 'admin')).rejects.toMatchObject({
    code: 'grant.not-signer',
    params: { signers: 'alice, dora' },
  })
  expect((await world.call(DraftGrant, { taskId }, person('bob', { role: 'admin' }))).canSign).toBe(false)
  expect(listGrants(world.db, taskId)).toEqual([])
  expect((await sign('dora', 'member')).status).toBe('signed')
})

test.each([
  ['a parameter', (taskId: string) => change(taskId, { parameters: { rate: 0.2 } })],
  ['the columns', (taskId: string) => change(taskId, { data: tableOf('age') })],
  ['the rounds', (taskId: string) => change(taskId, { maxRounds: 50 })],
  ['the code', () => world.fake.codes.set('logistic-regression', Buffer.from('code v2'))],
])('refuses to sign if %s changed while the member read the ticket', async (_what, happen) => {
  const taskId = await offered()
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  happen(taskId)
  await expect(world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })).rejects.toMatchObject({
    code: 'grant.plan-changed',
  })
  world.fake.codes.set('logistic-regression', Buffer.from('code v1'))
})

test.each([
  ['joining is open', () => ({ parties: [] }), 'task.joining-open'],
  [
    'the plan does not name this party',
    ({ parties }: EdgeTask['plan']) => ({ parties: parties.slice(1) }),
    'grant.not-named',
  ],
  [
    'the plan names it with another key',
    ({ parties }: EdgeTask['plan']) => ({ parties: parties.map((one) => ({ ...one, key: 'another' })) }),
    'grant.not-named',
  ],
  ['a single-party run would be enough', () => ({ fewest: 1 }), 'task.fewest-invalid'],
])('refuses to draft or sign a ticket if %s', async (_what, changed, code) => {
  const taskId = await offered()
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  change(taskId, changed((world.fake.tasks.get(taskId) as EdgeTask).plan))
  await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject({ code })
  const proof = { pin: PIN }
  await expect(world.call(SignGrant, { taskId, planHash, datasetId, proof })).rejects.toMatchObject({ code })
  expect(listGrants(world.db, taskId)).toEqual([])
})

test("keeps a ticket's number from draft to signature, and gives the next ticket of the task another number", async () => {
  const taskId = await offered()
  const { number } = await world.call(DraftGrant, { taskId })
  expect((await sign(taskId)).number).toBe(number)
  expect(number).toMatch(/^[0-9a-f]{8}$/)
  const next = await world.call(DraftGrant, { taskId })
  expect(next.number).not.toBe(number)
  expect((await sign(taskId)).number).toBe(next.number)
})

test('names a new party as a change, and ignores tickets that were signed for another task', async () => {
  const { taskId } = await signed()
  const { parties } = (world.fake.tasks.get(taskId) as EdgeTask).plan
  change(taskId, { parties: [...parties, { partyId: '1003', key: 'third' }], seed: 'new seed' })
  expect((await world.call(DraftGrant, { taskId })).changes).toEqual([
    { field: 'parties', before: '1001, 1002', after: '1001, 1002, 1003' },
    { field: 'seed', before: `seed of ${taskId}`, after: 'new seed' },
  ])
  expect((await world.call(DraftGrant, { taskId: await offered() })).changes).toBeNull()
})

test('shows in the draft what has changed since the last signature', async () => {
  const { taskId } = await signed()
  change(taskId, { parameters: { rate: 0.5 }, maxRounds: 9 })
  world.fake.codes.set('logistic-regression', Buffer.from('code v2'))
  const { changes } = await world.call(DraftGrant, { taskId })
  world.fake.codes.set('logistic-regression', Buffer.from('code v1'))
  expect(changes?.sort((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: 'code', before: hashOf('code v1'), after: hashOf('code v2') },
    { field: 'maxRounds', before: '3', after: '9' },
    { field: 'parameters.rate', before: '0.1', after: '0.5' },
  ])
})

test('shows in the draft which column is mapped now, and in the stored ticket which column was mapped before', async () => {
  const { taskId } = await signed()
  const mapping = [
    { column: 'age', from: 'age', conversion: 'none' as const },
    { column: 'sex', from: 'age', conversion: 'to-text' as const },
  ]
  await world.call(OfferRows, { taskId, tableName, rows: [], mapping })
  expect((await world.call(DraftGrant, { taskId })).changes).toEqual([
    { field: 'from.sex', before: 'sex', after: 'age' },
    { field: 'conversion.sex', before: 'none', after: 'to-text' },
  ])
  await sign(taskId)
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  expect((await world.call(DraftGrant, { taskId })).changes).toEqual([
    { field: 'from.sex', before: 'age', after: 'sex' },
    { field: 'conversion.sex', before: 'to-text', after: 'none' },
  ])
  expect((await world.call(ListGrants, { taskId })).map((one) => one.mapping)).toEqual([[mapping[1]], []])
})

test('for a newly granted column, reports only the column, its categories and its mapping as changes', async () => {
  const { taskId } = await signed()
  change(taskId, { data: tableOf('age') })
  await sign(taskId)
  change(taskId, { data: tableOf('age', 'sex') })
  const columns = { field: 'columns', before: 'age', after: 'age, sex' }
  const categories = { field: 'categories.sex', before: '', after: 'f, m' }
  expect((await world.call(DraftGrant, { taskId })).changes).toEqual([columns, categories])
  const mapping = ['age', 'sex'].map((column) => ({ column, from: 'age', conversion: 'none' as const }))
  await world.call(OfferRows, { taskId, tableName, rows: [], mapping })
  expect((await world.call(DraftGrant, { taskId })).changes).toEqual([
    columns,
    categories,
    { field: 'from.sex', before: '', after: 'age' },
  ])
})

test('does not draft a ticket for rows that are invalid for the task', async () => {
  const taskId = await offered()
  change(taskId, { data: tableOf('age', 'height') })
  await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject({
    code: 'grant.column-missing',
    params: { column: 'height' },
  })
  world.fake.tasks.set('no-data', taskOf('no-data'))
  await expect(world.call(DraftGrant, { taskId: 'no-data' })).rejects.toMatchObject({ code: 'task.no-data' })
  await expect(world.call(DraftGrant, { taskId: 'none' })).rejects.toMatchObject({ code: 'task.not-found' })
  const unknown = await offered()
  change(unknown, { algorithm: 'unheard-of' })
  await expect(world.call(DraftGrant, { taskId: unknown })).rejects.toMatchObject({ code: 'grant.code-unreadable' })
})

describe("a column whose type differs from the other parties'", () => {
  const mismatch = {
    code: 'grant.type-mismatch' as const,
    params: { column: 'age', ownType: 'integer', taskType: 'text' },
  }

  test('refuses the ticket because of a column of another type, before and after a member reads it', {
    meta: { spec: 'states.data-choice-comparison' },
  }, async () => {
    const taskId = await offered({ columnTypes: { age: 'text', sex: 'text', ill: 'text' } })
    await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject(mismatch)

    world.fake.tasks.set(taskId, taskOf(taskId, { columnTypes: { age: 'number' } }))
    const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
    world.fake.tasks.set(taskId, taskOf(taskId, { columnTypes: { age: 'text' } }))
    const signing = world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
    await expect(signing).rejects.toMatchObject(mismatch)
    expect(listGrants(world.db, taskId)).toEqual([])
  })

  test("explains in the reader's language, with a remedy, that a column has another type", () => {
    expect(phrase('en', mismatch.code, mismatch.params)).toMatch(
      /^Column “age” contains whole numbers in your data, but text in .+ Choose your data again .+ upload/,
    )
    expect(phrase('cn', mismatch.code, mismatch.params)).toMatch(
      /^“age”列的类型在您的数据中为“整数”，.+“文本”。请重新选择数据/,
    )
  })

  test('allows signing after a column of another type is converted', async () => {
    const taskId = await offered({ columnTypes: { age: 'text' } })
    const mapping = [{ column: 'age', from: 'age', conversion: 'to-text' as const }]
    await world.call(OfferRows, { taskId, tableName, rows: [], mapping })
    expect((await sign(taskId)).status).toBe('signed')
  })

  test('ignores a column of another type if the task does not use it or no party declares its type', async () => {
    expect((await signed({ columnTypes: { height: 'text' } })).grant.status).toBe('signed')
    expect((await signed()).grant.status).toBe('signed')
  })

  test('ignores the type of a column in which no row has a value, and reports no type for it to the platform', async () => {
    const rows = ['age,sex,ill', ...Array.from({ length: 10 }, (_, row) => `${row},,${row % 2 ? 'yes' : 'no'}`)]
    const { tableName: empty } = await world.dataSet(rows.join('\n'), 'No type declared')
    const taskId = 'task-of-nobody'
    world.fake.tasks.set(taskId, taskOf(taskId, { columnTypes: { age: 'number', sex: 'number', ill: 'text' } }))
    const { datasetId } = await world.call(OfferRows, { taskId, tableName: empty, rows: [] })
    expect((await sign(taskId)).status).toBe('signed')
    const reported = () => world.fake.reports.find((one) => one.kind === 'dataset' && one.dataset.id === datasetId)
    await until(() => reported() !== undefined)
    expect(reported()).toMatchObject({ dataset: { columns: ['age', 'sex', 'ill'] } })
    expect(reported()).toHaveProperty('dataset.columnTypes', { age: 'integer', ill: 'text' })
  })
})

test("rejects the platform's response if it describes another task", async () => {
  const taskId = await offered()
  world.fake.tasks.set(taskId, taskOf('another'))
  await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject({ code: 'request.failed' })
})

test('withdraws a ticket: kills its workers, removes its rows and reports the withdrawal to the platform', async () => {
  const { grant, taskId } = await signed()
  const folder = findNewestGrant(world.db, taskId)?.folder ?? ''
  world.workers.began({
    pid: 4_711,
    runId: 'r',
    attemptId: '1',
    messageId: 'm-w',
    messageType: 'train',
    grantId: grant.id,
  })
  await expect(world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } }, person('bob'))).rejects.toMatchObject({
    code: 'grant.not-signer',
  })
  expect(world.killed).toEqual([])

  const withdrawn = await world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } })
  expect(withdrawn).toMatchObject({ status: 'withdrawn', abilities: { withdraw: false } })
  expect(world.killed).toEqual([4_711])
  await until(() => world.fake.reports.some((one) => one.kind === 'worker'))
  expect(world.fake.reports.find((one) => one.kind === 'worker')).toMatchObject({ runId: 'r', code: 'grant.withdrawn' })
  expect(existsSync(folder)).toBe(false)
  await until(() =>
    world.fake.reports.some((one) => one.kind === 'grant' && one.grant.id === grant.id && one.grant.withdrawn),
  )
  expect(await world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } })).toEqual(withdrawn)
  await expect(world.call(WithdrawGrant, { id: 'none', proof: { pin: PIN } })).rejects.toMatchObject({
    code: 'grant.not-found',
  })
})

describe('work that began under a ticket whose task was then signed again', () => {
  /** Signs two tickets for the same plan, and starts a worker under the first. */
  async function signedTwice() {
    const { grant: first, taskId } = await signed()
    const pid = 5_000 + count
    world.workers.began({
      pid,
      runId: `r-${pid}`,
      attemptId: '1',
      messageId: `m-${pid}`,
      messageType: 'train',
      grantId: first.id,
    })
    const again = await sign(taskId)
    expect(world.killed).not.toContain(pid)
    return { taskId, first, again, pid }
  }

  test('ends work under an earlier ticket when the newer ticket for the same plan is withdrawn', async () => {
    const { again, pid } = await signedTwice()
    await world.call(WithdrawGrant, { id: again.id, proof: { pin: PIN } })
    expect(world.killed.at(-1)).toBe(pid)
    const reported = () => world.fake.reports.find((one) => one.kind === 'worker' && one.runId === `r-${pid}`)
    await until(reported)
    expect(reported()).toMatchObject({ code: 'grant.withdrawn' })
  })

  test('ends work under an earlier ticket when a ticket for another plan replaces it', async () => {
    const { taskId, pid } = await signedTwice()
    change(taskId, { maxRounds: 7 })
    await sign(taskId)
    expect(world.killed.at(-1)).toBe(pid)
  })

  test('continues work under an expired ticket while a newer ticket for the same plan is valid', async () => {
    const { first, again, pid } = await signedTwice()
    world.db.exec(`update grants set expiry_time = '2020-01-01T00:00:00.000Z' where id = '${first.id}'`)
    removeSpentRows(world.deps.grant)
    expect(world.killed).not.toContain(pid)
    world.db.exec(`update grants set expiry_time = '2020-01-01T00:00:00.000Z' where id = '${again.id}'`)
    removeSpentRows(world.deps.grant)
    expect(world.killed).toContain(pid)
  })
})

test("refuses a withdrawal without PIN or passkey, or by an administrator who is not on the edge's list", {
  meta: { spec: 'screens.consent-tickets', claim: 'data.administrator-withdraws-ticket' },
}, async () => {
  const { grant } = await signed()
  const { id } = grant
  const tryAs = (who: ReturnType<typeof person>, pin: string) => world.call(WithdrawGrant, { id, proof: { pin } }, who)
  await expect(tryAs(person('alice'), '000000')).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  const admin = person('bob', { role: 'admin' })
  await expect(tryAs(admin, PIN)).rejects.toMatchObject({ code: 'grant.not-signer' })
  expect((await world.call(ListGrants, {})).find((one) => one.id === id)?.status).not.toBe('withdrawn')
})

test('refuses to sign if the rows were replaced while a member read the ticket', async () => {
  const taskId = await offered()
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  await expect(world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })).rejects.toMatchObject({
    code: 'grant.plan-changed',
  })
  expect(await world.call(ListGrants, { taskId })).toEqual([])
})

test('invalidates a ticket when a newer ticket is signed, other rows are selected, or it expires', {
  meta: { spec: 'states.ticket-lifecycle' },
}, async () => {
  const { grant, taskId } = await signed()
  const statusOf = async (id: string) => (await world.call(ListGrants, { taskId })).find((one) => one.id === id)?.status
  const again = await sign(taskId)
  expect(again.partyIds).toEqual(taskOf(taskId).parties.map(({ partyId }) => partyId))
  expect(await statusOf(grant.id)).toBe('stale')
  expect(await statusOf(again.id)).toBe('signed')
  const reported = () => world.fake.reports.filter((one) => one.kind === 'grant' && one.grant.taskId === taskId)
  await until(() => reported().length === 2)
  expect(reported()).not.toContainEqual(
    expect.objectContaining({ grant: expect.objectContaining({ withdrawn: true }) }),
  )

  await world.call(OfferRows, { taskId, tableName, rows: [1, 2, 3, 4, 5].map((id) => ({ id })) })
  expect(await statusOf(again.id)).toBe('stale')
  const third = await sign(taskId)
  expect(third.rowCount).toBe(5)
  await until(() => reported().length === 4)
  expect(reported()[2]).toMatchObject({ grant: { id: again.id, withdrawn: true } })
  expect(reported()[3]).toMatchObject({ grant: { id: third.id, withdrawn: false } })
  const before = listGrants(world.db, taskId).filter(({ id }) => id !== third.id)
  removeSpentRows(world.deps.grant)
  expect(before.map((one) => existsSync(one.folder))).toEqual([false, false])

  const folder = findNewestGrant(world.db, taskId)?.folder ?? ''
  world.clock.skewMs = 31 * 86_400_000
  removeSpentRows(world.deps.grant)
  expect(existsSync(folder)).toBe(false)
  const late = await world.fake.edgeToken({}, { iat: Math.floor(world.now().getTime() / 1_000) })
  expect((await world.call(ListGrants, { taskId }, { token: late }))[0]?.status).toBe('expired')
  world.clock.skewMs = 0
})

test('withdraws the tickets of a dataset that is deleted', async () => {
  const other = await world.dataSet(peopleCsv(10), 'Short-lived')
  world.fake.tasks.set('short', taskOf('short'))
  await world.call(OfferRows, { taskId: 'short', tableName: other.tableName, rows: [] })
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId: 'short' })
  const grant = await world.call(SignGrant, { taskId: 'short', planHash, datasetId, proof: { pin: PIN } })
  const folder = findNewestGrant(world.db, 'short')?.folder ?? ''
  world.workers.began({
    pid: 4_712,
    runId: 'r-short',
    attemptId: '1',
    messageId: 'm-s',
    messageType: 'train',
    grantId: grant.id,
  })
  await unlistDataset(world.deps.dataset, other.datasetId, (ids) => withdrawOfDatasets(world.deps.grant, ids))
  expect(world.killed.at(-1)).toBe(4_712)
  expect(existsSync(folder)).toBe(false)
  expect((await world.call(ListGrants, { taskId: 'short' }))[0]).toMatchObject({ id: grant.id, status: 'withdrawn' })
})

test('treats a ticket whose rows are deleted as invalid, even before it is withdrawn', async () => {
  const { grant, taskId } = await signed()
  world.db.exec(`update datasets set deleted = 1 where id = '${grant.datasetId}'`)
  expect((await world.call(ListGrants, { taskId }))[0]).toMatchObject({ id: grant.id, status: 'stale' })
})

test('at the next clean-up, removes the rows of a withdrawn ticket that a killed process left behind', async () => {
  const { grant, taskId } = await signed()
  const folder = findNewestGrant(world.db, taskId)?.folder ?? ''
  await world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } })
  mkdirSync(folder)
  writeFileSync(join(folder, 'rows.parquet'), 'rows')
  removeSpentRows(world.deps.grant)
  expect(existsSync(folder)).toBe(false)
})

test('refuses to sign while the platform is unreachable', async () => {
  const { taskId, grant } = await signed()
  const token = await world.fake.edgeToken()
  await world.fake.goAway()
  await expect(world.call(DraftGrant, { taskId }, { token })).rejects.toMatchObject({ code: 'edge.platform-away' })
  await expect(
    world.call(SignGrant, { taskId, planHash: grant.planHash, datasetId: 'any', proof: { pin: PIN } }, { token }),
  ).rejects.toMatchObject({
    code: 'edge.platform-away',
  })
  await world.fake.comeBack()
})
