import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ColumnMapping, EdgeTask } from '@tessera/contract'
import {
  ChangeRows,
  CompareRows,
  DraftGrant,
  ListGrantEvents,
  ListGrants,
  OfferRows,
  SaveDataset,
  ShareLocalResult,
  SignGrant,
} from '@tessera/contract/wire'
import { createLogger, sha256 } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOf, person } from '../../testing/fake-platform.ts'
import { leaveFiles } from '../../testing/local-result.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, PIN, taskOf, until, type World, zipOf } from '../../testing/world.ts'
import { mayBegin } from '../grant/near.ts'
import { findNewestGrant } from '../grant/queries.ts'
import { removeSpentRows } from '../grant/withdraw.ts'
import { recordResult } from '../result/index.ts'
import { findDatasetByTable, findOffered } from '../rows/queries.ts'
import { buildGuard } from '../training/guard.ts'
import { RowHashes } from './row-hashes.ts'

const CODE = Buffer.from('the code')
let world: World
let guard: FastifyInstance
let wholeTable: string
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  world.fake.codes.set('logistic-regression', CODE)
  await world.connect()
  wholeTable = (await world.dataSet(csvOf(hospital), 'Hospital')).tableName
  guard = buildGuard({
    ...world.deps.grant,
    workers: world.workers,
    secret: 's3cret',
    logger: createLogger('silent'),
    reportProgress: () => {},
    reportWork: () => {},
  })
})
afterAll(async () => {
  await guard.close()
  await world.close()
})

/** A patient with two measurements, sex and diagnosis. */
type Row = { crp: number; bmi: number; sex: string; ill: string }
let state = 1
const random = () => {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}
const makePatient = (): Row => ({
  crp: Math.round(random() * 1e5) / 100,
  bmi: Math.round(random() * 400) / 10,
  sex: random() < 0.5 ? 'f' : 'm',
  ill: random() < 0.5 ? 'yes' : 'no',
})
/** All patients of the hospital, in one dataset. */
const hospital = Array.from({ length: 3_500 }, makePatient)
const idOf = new Map<object, number>(hospital.map((row, place) => [row, place + 1]))
let taken = 0
/** Creates patients that no other test uses, so that the tickets of tests do not interfere. */
const patients = (count = 40): Row[] => {
  taken += count
  if (taken > hospital.length) throw new Error('no patients left')
  return hospital.slice(taken - count, taken)
}
const patient = () => patients(1)[0] as Row
/** Returns a copy of the same patients, for a separate upload. */
const uploaded = (rows: Row[]) => rows.map((row) => ({ ...row }))

const csvOf = (rows: object[]) =>
  [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')

let count = 0
const table = (names: string[]): EdgeTask['plan']['data'] => ({
  kind: 'table',
  columns: names.map((name) =>
    name === 'sex' ? { name, kind: 'categories', categories: ['f', 'm'] } : { name, kind: 'number' },
  ),
})

/** Creates a task for which these rows are selected: patients of the hospital, or other rows from a separate upload. */
async function offered(
  rows: object[],
  { columns = ['crp', 'bmi', 'sex'], label = 'ill', parties = 2, mapping = [] as ColumnMapping[] } = {},
) {
  count += 1
  const taskId = `task-${count}`
  const { plan, ...task } = taskOf(taskId)
  const target = { kind: 'classes' as const, column: label, classes: ['no', 'yes'], integral: false }
  world.fake.tasks.set(taskId, {
    ...task,
    plan: {
      ...plan,
      data: table(columns),
      target,
      ...(parties === 1 && { parties: plan.parties.slice(0, 1), fewest: 1 }),
    },
  })
  const ids = rows.flatMap((row) => idOf.get(row) ?? [])
  const isOfHospital = ids.length === rows.length
  const tableName = isOfHospital ? wholeTable : (await world.dataSet(csvOf(rows), `Upload ${count}`)).tableName
  await world.call(OfferRows, { taskId, tableName, rows: isOfHospital ? ids.map((id) => ({ id })) : [], mapping })
  return taskId
}
async function compared(taskId: string) {
  for (;;) {
    const { near } = await world.call(CompareRows, { taskId })
    if (near) return near
  }
}
async function sign(taskId: string, confirmed?: string[]) {
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  return world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN }, confirmed })
}
async function begin(taskId: string) {
  const { plan } = world.fake.tasks.get(taskId) as EdgeTask
  const authorization = {
    pid: 1,
    attemptId: '1',
    runId: `run-${taskId}`,
    messageId: `m-${taskId}-${random()}`,
    messageType: 'train',
    ...buildOf(CODE),
    plan: JSON.stringify(plan),
    messageConfig: { round: 1 },
    stateHash: sha256(taskId),
    parties: JSON.stringify(plan.parties.map(({ partyId }) => partyId)),
  }
  const headers = { authorization: 'Bearer s3cret' }
  return (await guard.inject({ method: 'POST', url: '/authorize', payload: authorization, headers })).json()
}
/** Creates a ticket under which a run has begun. */
async function begun(rows: object[], how: Parameters<typeof offered>[1] = {}) {
  const taskId = await offered(rows, how)
  const grant = await sign(taskId)
  expect(await begin(taskId)).toMatchObject({ allowed: true })
  return { taskId, grant }
}
const refused = { code: 'grant.rows-near' }

test.each([
  ['one row left out', (rows: Row[]) => rows.slice(1), 1],
  ['one row more', (rows: Row[]) => [...rows, patient()], 1],
  ['two rows left out', (rows: Row[]) => rows.slice(2), 2],
  ['one row in place of another', (rows: Row[]) => [patient(), ...rows.slice(1)], 2],
])(
  'refuses a ticket whose rows differ from those of an earlier run by %s',
  { meta: { claim: 'differencing.nearly-equal-rows' } },
  async (_how, change, rows) => {
    const cohort = patients()
    const { grant } = await begun(cohort)
    const taskId = await offered(change(cohort))
    expect(await compared(taskId)).toMatchObject([
      { grantId: grant.id, number: grant.number, rows, isRefused: true, leaveOut: 10 - rows },
    ])
    await expect(sign(taskId)).rejects.toMatchObject(refused)
    // A confirmation by the signer does not help, either.
    await expect(sign(taskId, [grant.id])).rejects.toMatchObject(refused)
    expect(await world.call(ListGrants, { taskId })).toEqual([])
    expect(await begin(taskId)).toMatchObject({ allowed: false, code: 'grant.missing' })
  },
)

test('offers no remedy that cannot work, because too few rows would remain or the dataset lacks rows', async () => {
  const cohort = patients().slice(0, 12)
  await begun(cohort)
  const lacking = await offered(uploaded([...cohort.slice(1, 11), patient()]))
  expect(await compared(lacking)).toMatchObject([{ leaveOut: null, hasSameRows: false }])
  const longer = await offered(uploaded([...cohort, patient()]))
  expect(await compared(longer)).toMatchObject([{ leaveOut: null, hasSameRows: true }])
})

test.each([3, 9])(
  'signs rows that differ in %i rows only after the signer confirms the earlier ticket',
  { meta: { claim: 'differencing.nearly-equal-rows' } },
  async (rows) => {
    const cohort = patients()
    const { grant } = await begun(cohort)
    const taskId = await offered(cohort.slice(rows))
    expect(await compared(taskId)).toMatchObject([{ grantId: grant.id, rows, isRefused: false }])
    await expect(sign(taskId)).rejects.toMatchObject(refused)
    await expect(sign(taskId, ['another'])).rejects.toMatchObject(refused)
    await sign(taskId, [grant.id])
    expect(world.decisions('ticket-signed').at(-1)?.data).toMatchObject({ confirmed: [grant.id] })
    expect(await begin(taskId)).toMatchObject({ allowed: true })
  },
)

test.each([
  ['ten rows left out', (rows: Row[]) => rows.slice(10)],
  ['the same rows', (rows: Row[]) => rows],
  ['the same rows in another order', (rows: Row[]) => uploaded(rows.toReversed())],
  ['other patients', () => patients()],
])(
  'signs without asking for a confirmation: %s',
  { meta: { claim: 'differencing.nearly-equal-rows' } },
  async (_how, change) => {
    const cohort = patients()
    await begun(cohort)
    const taskId = await offered(change(cohort))
    expect(await compared(taskId)).toEqual([])
    await sign(taskId)
    expect(await begin(taskId)).toMatchObject({ allowed: true })
  },
)

/**
 * Performs the attack: subtracts the sums that two describe runs publish, which reveals the row by which their data
 * differ.
 */
async function readFromResults(taskIds: string[]) {
  const sums: number[][] = []
  for (const taskId of taskIds) {
    const { allowed, dataPath } = await begin(taskId)
    if (!allowed) continue
    const file = join(dataPath, 'rows.parquet')
    const row = await world.duck.row(`SELECT count(*) AS n, avg(crp) AS crp, avg(bmi) AS bmi FROM '${file}'`)
    sums.push([Number(row.n) * Number(row.crp), Number(row.n) * Number(row.bmi)])
  }
  const [first, second] = sums
  return first && second ? first.map((sum, column) => sum - (second[column] as number)) : []
}
const isRead = (guess: number[], rows: Row[]) =>
  rows.some(({ crp, bmi }) =>
    [crp, bmi].every((value, column) => Math.abs((guess[column] ?? Number.NaN) - value) < 0.05),
  )

test('attack: the results of two describe runs by honest members do not reveal the one row by which they differ', {
  meta: { claim: 'differencing.subtracted-results' },
}, async () => {
  const cohort = patients()
  const first = await offered(cohort)
  await sign(first)
  const second = await offered(cohort.slice(1))
  await sign(second).catch(() => {})
  expect(isRead(await readFromResults([first, second]), cohort)).toBe(false)

  // Follows the page's proposal: leaves out as many further rows as are needed to differ by ten rows.
  const [near] = await compared(second)
  await world.call(ChangeRows, { taskId: second, grantId: near?.grantId ?? '', remedy: 'leave-out' })
  await sign(second)
  const guess = await readFromResults([second, first])
  expect(guess).toHaveLength(2)
  expect(
    isRead(
      guess.map((sum) => -sum),
      cohort,
    ),
  ).toBe(false)
})

test.each([
  [
    'under other column names',
    { columns: ['a', 'b', 'c'], label: 'd' },
    (row: Row) => ({ a: row.crp, b: row.bmi, c: row.sex, d: row.ill }),
  ],
  ['with exchanged column names', {}, (row: Row) => ({ crp: row.bmi, bmi: row.crp, sex: row.sex, ill: row.ill })],
  ['with one column of two', { columns: ['bmi', 'sex'] }, (row: Row) => row],
  [
    'with another column besides',
    { columns: ['crp', 'bmi', 'sex', 'age'] },
    (row: Row) => ({ ...row, age: Math.floor(random() * 90) }),
  ],
  ['with one completely changed column', {}, (row: Row) => ({ ...row, bmi: row.bmi + 1 })],
  [
    'with numbers as texts',
    { columns: ['sex'], label: 'ill', mapping: [{ column: 'sex', from: 'crp', conversion: 'to-text' as const }] },
    (row: Row) => ({ crp: row.crp, ill: row.ill }),
  ],
])(
  'recognises the rows of an earlier run in another upload %s',
  { meta: { claim: 'differencing.disguised-rows' } },
  async (_how, how, change) => {
    const cohort = patients()
    const { grant } = await begun(cohort)
    const taskId = await offered(cohort.slice(1).toReversed().map<object>(change), how)
    expect(await compared(taskId)).toMatchObject([{ grantId: grant.id, rows: 1 }])
    await expect(sign(taskId)).rejects.toMatchObject(refused)
  },
)

test('also compares the columns with fewer differing values on their own, because their sums are published per column', {
  meta: { claim: 'differencing.corrected-column' },
}, async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  // After three values in one column are corrected, seven rows differ.
  const changed = cohort.slice(1).map((row, place) => (place < 3 ? { ...row, bmi: row.bmi + 50 } : { ...row }))
  const taskId = await offered(changed)
  expect(await compared(taskId)).toMatchObject([{ grantId: grant.id, rows: 1, isRefused: true }])
})

test('finds a difference even if one column contains new row numbers', async () => {
  const numbered = (rows: Row[]) => rows.map((row, place) => ({ no: place + 1, ...row }))
  const columns = ['no', 'crp', 'bmi', 'sex']
  const cohort = patients()
  const { grant } = await begun(numbered(cohort), { columns })
  const taskId = await offered(numbered([patient(), ...cohort.slice(1).toReversed()]), { columns })
  expect(await compared(taskId)).toMatchObject([{ grantId: grant.id, rows: 2, isRefused: true }])
})

test('compares rows by a single shared column, even if it has only two values', async () => {
  const cohort = patients().map((row) => ({ ...row, sex: `group ${row.sex}` }))
  const { grant } = await begun(cohort)
  const rows = patients(39).map((row, place) => ({ lab: row.crp, sex: cohort[place]?.sex, dead: 'yes' }))
  const taskId = await offered(rows, { columns: ['lab', 'sex'], label: 'dead' })
  expect(await compared(taskId)).toMatchObject([{ grantId: grant.id, rows: 1, isRefused: true }])
})

test('does not take other patients for the same because sex and diagnosis have equal counts', async () => {
  const cohort = patients(500)
  await begun(cohort)
  const others = patients(500).map((row, place) => ({
    ...row,
    ill: cohort[499 - place]?.ill,
    sex: place > 0 ? cohort[place]?.sex : cohort[0]?.sex === 'f' ? 'm' : 'f',
  }))
  expect(await compared(await offered(others))).toEqual([])
})

test('recognises a picture by its content, not by its file name', {
  meta: { claim: 'differencing.disguised-rows' },
}, async () => {
  const shades = await Promise.all(Array.from({ length: 12 }, () => picture('png')))
  const upload = async (files: Buffer[], name: string) => {
    count += 1
    const taskId = `task-${count}`
    const { plan, ...task } = taskOf(taskId)
    const target = { kind: 'classes' as const, column: 'label', classes: ['a', 'b'], integral: false }
    world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'pictures', column: 'picture' }, target } })
    const zip = await zipOf(
      Object.fromEntries(files.map((file, place) => [`${place % 2 ? 'a' : 'b'}/${name}${place}.png`, file])),
    )
    const draft = await world.upload(zip)
    await world.call(SaveDataset, {
      draftId: draft.draftId,
      name: `${name} ${count}`,
      description: 'test',
      sharing: 'party' as const,
    })
    await world.call(OfferRows, { taskId, tableName: draft.tableName, rows: [] })
    return taskId
  }
  const first = await upload(shades, 'scan')
  await sign(first)
  await begin(first)
  const second = await upload(shades.slice(0, -1).toReversed(), 'renamed')
  expect(await compared(second)).toMatchObject([{ rows: 1, isRefused: true }])
  const others = await Promise.all(Array.from({ length: 11 }, () => picture('png')))
  expect(await compared(await upload(others, 'scan'))).toEqual([])
})

test('compares rows again before a run begins, so that of two tickets signed in parallel only one can begin its run', {
  meta: { claim: ['differencing.parallel-tickets', 'differencing.difference-count-leak'] },
}, async () => {
  const cohort = patients()
  const first = await offered(cohort)
  const second = await offered(cohort.slice(1))
  const [, signedSecond] = [await sign(first), await sign(second)]
  expect(await begin(first)).toMatchObject({ allowed: true })
  const before = world.fake.reports.length
  expect(await begin(second)).toMatchObject({ allowed: false, code: 'grant.begin-refused' })
  expect(await begin(first)).toMatchObject({ allowed: true })
  // The platform and the holders of its tokens learn that the run was refused, but not why.
  await until(() => world.fake.reports.length > before)
  expect(world.fake.reports.at(-1)).toMatchObject({ kind: 'worker', code: 'grant.begin-refused', params: {} })
  const token = { token: await world.fake.edgeToken(person('alice')) }
  const { records } = await world.call(ListGrantEvents, { id: signedSecond.id }, token)
  expect(records.map(({ code }) => code)).toEqual(['grant.begin-refused', null])
  expect(await compared(second)).toMatchObject([{ rows: 1 }])
  await expect(sign(second)).rejects.toMatchObject(refused)
})

test('compares rows again before a run begins, because a confirmation applies only to the rows that were confirmed', async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  const second = await offered(cohort.slice(4))
  await sign(second, [grant.id])
  const third = await offered(cohort.slice(8))
  const near = await compared(third)
  await sign(
    third,
    near.map(({ grantId }) => grantId),
  )
  expect(await begin(second)).toMatchObject({ allowed: true })
  expect(await begin(third)).toMatchObject({ code: 'grant.begin-refused' })
  const all = await compared(third)
  expect(all.map(({ rows }) => rows)).toEqual([4, 8])
  await sign(
    third,
    all.map(({ grantId }) => grantId),
  )
  expect(await begin(third)).toMatchObject({ allowed: true })
})

test('compares two tickets that are signed at the same moment', {
  meta: { claim: 'differencing.parallel-tickets' },
}, async () => {
  const cohort = patients()
  const tasks = [await offered(cohort), await offered(cohort.slice(1))]
  await Promise.all(tasks.map((taskId) => sign(taskId)))
  const began = await Promise.all(tasks.map(begin))
  expect(began.map(({ allowed }) => allowed).toSorted()).toEqual([false, true])
})

test('lets a member select the rows of the earlier ticket again, so that no row differs', async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  const taskId = await offered([...cohort, patient(), patient()].toReversed())
  await world.call(ChangeRows, { taskId, grantId: grant.id, remedy: 'same-rows' })
  expect(await compared(taskId)).toEqual([])
  expect(await sign(taskId)).toMatchObject({ rowCount: 40 })
  expect(await begin(taskId)).toMatchObject({ allowed: true })
})

test('refuses to select rows again that no longer exist', async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  const taskId = await offered(uploaded(cohort.slice(1)))
  const again = world.call(ChangeRows, { taskId, grantId: grant.id, remedy: 'same-rows' })
  await expect(again).rejects.toMatchObject({ code: 'grant.rows-gone' })
})

test('leaves out rows drawn from those of the earlier ticket, and keeps the minimum number of rows', async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  const more = patient()
  const taskId = await offered([more, ...cohort])
  const { rowCount } = await world.call(ChangeRows, { taskId, grantId: grant.id, remedy: 'leave-out' })
  expect(rowCount).toBe(32)
  expect(await compared(taskId)).toEqual([])
  await sign(taskId)
  const file = join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet')
  const remaining = await world.duck.row(`SELECT count(*) AS n FROM '${file}' WHERE crp = ${more.crp}`)
  expect(remaining).toEqual({ n: 1 })

  const few = patients(12)
  const earlier = await begun(few)
  const short = await offered(few.slice(1))
  const leave = world.call(ChangeRows, { taskId: short, grantId: earlier.grant.id, remedy: 'leave-out' })
  await expect(leave).rejects.toMatchObject({ code: 'grant.too-few-rows' })
})

test('shows the number of differing rows only to signers with a session', {
  meta: { claim: 'differencing.difference-count-leak' },
}, async () => {
  const cohort = patients()
  const { grant } = await begun(cohort)
  const taskId = await offered(cohort.slice(1))
  const change = { taskId, grantId: grant.id, remedy: 'leave-out' as const }
  for (const admin of [true, false]) {
    const token = { token: await world.fake.edgeToken(person('alice', { role: admin ? 'admin' : 'member' })) }
    await expect(world.call(CompareRows, { taskId }, token)).rejects.toMatchObject({ code: 'edge.session-required' })
    await expect(world.call(ChangeRows, change, token)).rejects.toMatchObject({ code: 'edge.session-required' })
  }
  for (const endpoint of [CompareRows, ChangeRows] as const) {
    const reading = world.call(endpoint, change as never, person('rita'))
    await expect(reading).rejects.toMatchObject({ code: 'grant.not-signer' })
  }
  // A caller with a token and the PIN of a signer gets the refusal, but not the number of rows.
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  const token = { token: await world.fake.edgeToken(person('alice')) }
  const wrong = { taskId, planHash, datasetId, proof: { pin: '000000' } }
  await expect(world.call(SignGrant, wrong, token)).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  const signing = world.call(SignGrant, { ...wrong, proof: { pin: PIN } }, token)
  await expect(signing).rejects.toMatchObject({ ...refused, params: {} })
})

test('compares a single-party run only when its model is shared, and counts the run from then on', {
  meta: { claim: 'differencing.shared-models' },
}, async () => {
  const cohort = patients()
  const alone = await begun(cohort, { parties: 1 })
  const second = await begun(cohort.slice(1), { parties: 1 })
  const together = await offered(cohort.slice(1))
  expect(await compared(together)).toEqual([])

  const shared = async ({ taskId }: { taskId: string }) => {
    leaveFiles(world.dataDir, `run-${taskId}`)
    recordResult(world.deps.grant, `run-${taskId}`)
    return world.call(ShareLocalResult, { runId: `run-${taskId}` })
  }
  // Two models are shared at once: the second is compared with the first.
  const both = await Promise.allSettled([shared(alone), shared(second)])
  const failed = both.filter((one) => one.status === 'rejected')
  expect(failed.map(({ reason }) => reason.code)).toEqual(['result.rows-near'])
  expect([alone, second].filter(({ taskId }) => world.fake.results.has(`run-${taskId}`))).toHaveLength(1)

  const third = patients()
  const before = await begun(third, { parties: 1 })
  const after = await offered(third.slice(1))
  await sign(after)
  await shared(before)
  expect(await begin(after)).toMatchObject({ code: 'grant.begin-refused' })
  expect(await compared(after)).toMatchObject([{ grantId: before.grant.id, rows: 1 }])
})

test('does not compare with a ticket under which no run began, and deletes its hashes with the ticket', async () => {
  const cohort = patients()
  const unused = await offered(cohort)
  await sign(unused)
  const digest = findNewestGrant(world.db, unused)?.rowDigest ?? ''
  const hashes = join(world.dataDir, 'row-hashes')
  expect(readdirSync(hashes)).toContain(digest)
  expect(await compared(await offered(cohort.slice(1)))).toEqual([])
  const later = new Date(Date.now() + 40 * 86_400_000)
  await removeSpentRows({ ...world.deps.grant, now: () => later })
  expect(readdirSync(hashes)).not.toContain(digest)
  // The hashes of tickets whose run began are retained when the other data of these tickets are removed.
  expect(readdirSync(hashes).length).toBeGreaterThan(0)
})

test('stores row hashes that contain no values, that only the edge can read, and that differ between edges', async () => {
  const cohort = patients(300)
  const { taskId } = await begun(cohort)
  const { rowDigest } = findNewestGrant(world.db, taskId) ?? {}
  const file = join(world.dataDir, 'row-hashes', rowDigest ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(world.dataDir, 'keys/row-hash-key')).mode & 0o777).toBe(0o600)
  // The file stores 32 bits for each value and a sketch of each of the four columns.
  expect(statSync(file).size).toBe((300 + 129) * 4 * 4)
  const other = await buildWorld()
  const { tableName } = await other.dataSet(csvOf(cohort), 'Cohort')
  const dataset = findDatasetByTable(other.db, tableName)
  if (!dataset) throw new Error('no dataset')
  const rows = { dataset, columns: ['crp', 'bmi', 'sex', 'ill'], where: 'true' }
  const hashed = await other.deps.grant.hashes.take(rows).rows
  expect(hashed.digest).not.toBe(rowDigest)
  expect(readFileSync(hashed.file).subarray(-400).equals(readFileSync(file).subarray(-400))).toBe(false)
  await other.close()
})

test('does not start the edge if the key of the stored row hashes is missing, and names the remedy', async () => {
  const lost = await buildWorld()
  const deps = { db: lost.db, duck: lost.duck, dataDir: lost.dataDir, limits: { refused: 3, confirmed: 10 } }
  const { tableName } = await lost.dataSet(csvOf(patients()), 'Cohort')
  const dataset = findDatasetByTable(lost.db, tableName)
  if (!dataset) throw new Error('no dataset')
  const hashes = new RowHashes(deps)
  await hashes.storeFile(await hashes.take({ dataset, columns: ['crp'], where: 'true' }).rows)
  rmSync(join(lost.dataDir, 'keys/row-hash-key'))
  expect(() => new RowHashes(deps)).toThrow(/row-hash-key is missing.*Put the copy back.*or remove the folder/)
  rmSync(join(lost.dataDir, 'row-hashes'), { recursive: true })
  expect(() => new RowHashes(deps)).not.toThrow()
  await lost.close()
})

test('after an administrator raises the limits, refuses larger differences and asks for more confirmations', async () => {
  const strict = { refused: 6, confirmed: 20 }
  const deps = { ...world.deps.grant, limits: strict }
  const hashes = new RowHashes(deps)
  const cohort = patients(60)
  const { grant } = await begun(cohort)
  const rowsOf = async (rows: Row[]) => {
    const dataset = findOffered(world.db, await offered(rows))
    if (!dataset) throw new Error('no dataset')
    return hashes.take({ dataset, columns: ['crp', 'bmi', 'sex', 'ill'], where: 'true' }).rows
  }
  expect(hashes.near(await rowsOf(cohort.slice(15)))).toMatchObject([{ grantId: grant.id, rows: 15 }])
  expect(hashes.near(await rowsOf(cohort.slice(20)))).toEqual([])
  // A ticket that was signed under lower limits must be read and signed again.
  const signed = findNewestGrant(world.db, grant.taskId)
  if (!signed) throw new Error('no ticket')
  expect(mayBegin({ db: world.db, differenceLimits: strict }, { ...signed, runId: null })).toBe(false)
})
