import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GetColumnProfiles, ListRows, OfferColumns, OfferRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo, rowsMoved } from '../../testing/duck-work.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, peopleCsv, until, type World, zipOf } from '../../testing/world.ts'
import { deleteOldDrafts, removeDeletedFiles, unlistDataset } from './delete.ts'
import { readPage } from './page.ts'
import { mayReadRows } from './policy.ts'
import { findDataset, findOffered, listDraftsBefore } from './queries.ts'
import { RowOrders } from './row-orders.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
})
afterAll(() => world.close())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error) => error.code,
  )

test('returns all rows in pages, in the order of the file', { meta: { spec: 'calls.listOfMeta' } }, async () => {
  const { tableName } = await world.dataSet(peopleCsv(95), 'Pages')
  const page = await world.call(ListRows, { tableName, pageNo: 10, pageSize: 10 })
  expect(page.total).toBe(95)
  expect(page.rows.map(({ id }) => id)).toEqual([91, 92, 93, 94, 95])
  expect(page.rows[0]).toEqual({ id: 91, age: 50, sex: 'm', ill: 'yes' })
  expect((await world.call(ListRows, { tableName, pageNo: 1, pageSize: 9_999 })).rows).toHaveLength(95)
  expect((await world.call(ListRows, { tableName, pageNo: 11, pageSize: 10 })).rows).toEqual([])
})

test('reads only the rows of the page, even for a page far down in millions of rows', async () => {
  const file = join(world.dataDir, 'big.parquet')
  await world.duck.run(`COPY (SELECT range AS id, range * 2 AS x FROM range(3000000)) TO '${file}' (FORMAT parquet)`)
  const big = { file, columns: ['x'], columnTypes: { x: 'integer' }, rowCount: 3_000_000 } as never
  const { duck, queries } = listenTo(world.duck)
  const deps = { duck, orders: new RowOrders(duck, world.dataDir) }
  const { rows } = await readPage(deps, big, { offset: 2_999_990, size: 10 })
  expect(rows.at(-1)).toEqual({ id: 2_999_999, x: 5_999_998 })
  expect(queries).toHaveLength(1)
  expect(await rowsMoved(world.duck, queries[0] ?? '')).toBeLessThan(100)
})

test('counts present and missing values in profiles', async () => {
  const { tableName } = await world.dataSet('x,kind,same\n0,a,5\n10,a,5\n5,b,5\n,,5\n', 'Profiles')
  const [x, kind, same] = await world.call(GetColumnProfiles, { tableName })
  expect(x).toMatchObject({ name: 'x', type: 'integer', missing: 1, distinct: 3, minimum: 0, maximum: 10, mean: 5 })
  expect(x?.bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  expect(kind).toMatchObject({
    missing: 1,
    distinct: 2,
    mean: null,
    bins: [
      { label: 'a', count: 2 },
      { label: 'b', count: 1 },
    ],
  })
  expect(same?.bins).toEqual([{ label: '5', count: 4 }])
  expect(await world.call(GetColumnProfiles, { tableName })).toEqual([x, kind, same])
})

test.each([
  ['its owner', 'person', 'alice', 'd1', true],
  ['another person', 'person', 'bob', 'd1', false],
  ['an administrator', 'person', 'bob', 'd1', false],
  ['the same department', 'department', 'bob', 'd1', true],
  ['another department', 'department', 'bob', 'd2', false],
  ['no department', 'department', 'bob', '', false],
  ['any member of the party', 'party', 'bob', 'd2', true],
] as const)(
  'shows rows shared with %s only to the users who may read them (%s)',
  { meta: { spec: 'roles.dataset-permission' } },
  (who, sharing, username, orgCode, expected) => {
    const actor = person(username, { orgCode, role: who === 'an administrator' ? 'admin' : 'member' })
    const owned = { sharing, createdByUserId: 'u-alice', orgCode: orgCode === '' ? '' : 'd1' }
    expect(mayReadRows(actor, owned)).toBe(expected)
  },
)

test('refuses to show, profile or select data that are not shared with the user', async () => {
  const { tableName } = await world.dataSet(peopleCsv(5), 'Private', person('alice'), { sharing: 'person' })
  const bob = person('bob', { role: 'admin' })
  expect(await codeOf(world.call(ListRows, { tableName }, bob))).toBe('dataset.not-allowed')
  expect(await codeOf(world.call(GetColumnProfiles, { tableName }, bob))).toBe('dataset.not-allowed')
  expect(await codeOf(world.call(OfferRows, { taskId: 't', tableName, rows: [] }, bob))).toBe('dataset.not-allowed')
  expect(await codeOf(world.call(ListRows, { tableName }))).toBe('allowed')
})

test('stores a selection as a hidden dataset, and reports it to the platform before it responds', {
  meta: { spec: 'calls.selectedMeta' },
}, async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), 'Offered')
  const offer = await world.call(OfferRows, { taskId: 't1', tableName, rows: [{ id: 3 }, { id: '7' }, { id: 7 }] })

  expect(offer.rowCount).toBe(2)
  const reported = world.fake.reports.find(
    (report) => report.kind === 'dataset' && report.dataset.id === offer.datasetId,
  )
  expect(reported).toMatchObject({ dataset: { taskId: 't1', parentId: datasetId, rowCount: 2, deleted: false } })
  expect(JSON.stringify(reported)).not.toContain('file')
  const child = findOffered(world.db, 't1')
  expect((await world.call(ListRows, { tableName: child?.tableName ?? '' })).rows.map(({ id }) => id)).toEqual([3, 7])

  const all = await world.call(OfferRows, { taskId: 't1', tableName, rows: [] })
  expect(all.rowCount).toBe(30)
  expect(findOffered(world.db, 't1')?.id).toBe(all.datasetId)
  await until(() =>
    world.fake.reports.some(
      (one) => one.kind === 'dataset' && one.dataset.id === offer.datasetId && one.dataset.deleted,
    ),
  )
})

test('selects rows by their ids, whatever the ids look like', async () => {
  const ids = ['1.0', '2.50', '"q", r', '4']
  const csv = `id,x\n${ids.map((id, at) => `"${id.replaceAll('"', '""')}",${at}`).join('\n')}\n`
  const { tableName } = await world.dataSet(csv, 'Named rows')
  const { rows } = await world.call(ListRows, { tableName })
  expect(rows.map(({ id }) => id)).toEqual(ids)
  const chosen = [{ id: ids[0] as string }, { id: ids[2] as string }]
  expect((await world.call(OfferRows, { taskId: 't-ids', tableName, rows: chosen })).rowCount).toBe(2)
  const child = findOffered(world.db, 't-ids')?.tableName ?? ''
  expect((await world.call(ListRows, { tableName: child })).rows.map(({ x }) => x)).toEqual([0, 2])
})

test('does not reveal to a caller with only a platform token whether a row with an id exists, and lets it select only all rows', {
  meta: { claim: 'sessions.token-probes-row-id' },
}, async () => {
  const { tableName } = await world.dataSet(peopleCsv(30), 'By ids')
  const token = { token: await world.fake.edgeToken(person('alice')) }
  const narrow = { columns: ['age'], label: 'ill', features: ['yes', 'no'] }
  for (const id of [3, 'nobody']) {
    const request = { taskId: 't-token', tableName, rows: [{ id }, { id: 7 }] }
    await expect(world.call(OfferRows, request, token)).rejects.toMatchObject({ code: 'edge.session-required' })
    await expect(world.call(OfferColumns, { ...request, ...narrow }, token)).rejects.toMatchObject({
      code: 'edge.session-required',
    })
  }
  expect(findOffered(world.db, 't-token')).toBeUndefined()
  expect((await world.call(OfferRows, { taskId: 't-token', tableName, rows: [] }, token)).rowCount).toBe(30)
})

test('refuses to select too few rows, or rows that do not exist', async () => {
  const { tableName } = await world.dataSet(peopleCsv(30), 'Few')
  const offer = (...ids: number[]) =>
    world.call(OfferRows, { taskId: 't2', tableName, rows: ids.map((id) => ({ id })) })
  await expect(offer(1)).rejects.toMatchObject({ code: 'grant.too-few-rows', params: { minimum: 2, rows: 1 } })
  await expect(offer(1, 2, 99)).rejects.toMatchObject({ code: 'dataset.rows-unknown', params: { count: 1 } })
  expect(findOffered(world.db, 't2')).toBeUndefined()
})

test('returns to the caller the reason for which the platform refuses', async () => {
  const { tableName } = await world.dataSet(peopleCsv(30), 'Refused')
  world.fake.answer = (report) =>
    report.kind === 'dataset' && report.dataset.taskId === 't9' ? 'task.not-found' : null
  expect(await codeOf(world.call(OfferRows, { taskId: 't9', tableName, rows: [] }))).toBe('task.not-found')
  world.fake.answer = () => null
})

test('keeps data on disk that the platform removes from its lists, and removes copies selected for tasks', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), 'Gone')
  const file = findDataset(world.db, datasetId)?.file ?? ''
  await world.call(OfferRows, { taskId: 't3', tableName, rows: [] })
  const child = findOffered(world.db, 't3')
  const before = readdirSync(join(world.dataDir, 'data')).length
  const ended: string[] = []

  await unlistDataset(world.deps.dataset, datasetId, (ids) => () => void ended.push(...ids))

  expect(readdirSync(join(world.dataDir, 'data')).length).toBe(before - 1)
  expect([existsSync(file), existsSync(child?.file ?? '')]).toEqual([true, false])
  expect(ended).toEqual([datasetId, child?.id])
  expect(await codeOf(world.call(ListRows, { tableName }))).toBe('dataset.not-found')
  expect(world.decisions('dataset-unlisted').at(-1)?.data).toMatchObject({ datasetId, requestedBy: 'platform' })
})

test('if the removal of a dataset is interrupted, changes nothing and removes leftover files at the next start', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), 'Half gone')
  await world.call(OfferRows, { taskId: 't4', tableName, rows: [] })
  const file = findOffered(world.db, 't4')?.file ?? ''
  const cutOff = unlistDataset(world.deps.dataset, datasetId, () => {
    throw new Error('killed')
  })
  await expect(cutOff).rejects.toThrow('killed')
  expect((await world.call(ListRows, { tableName })).total).toBe(30)

  await unlistDataset(world.deps.dataset, datasetId, () => () => {})
  mkdirSync(dirname(file))
  writeFileSync(file, 'rows a kill had left')
  await removeDeletedFiles(world.deps.dataset)
  expect(existsSync(dirname(file))).toBe(false)
})

test('stores an unsaved draft for one day, and then removes it', async () => {
  const before = readdirSync(join(world.dataDir, 'data'))
  await world.upload(await zipOf({ 't.csv': 'a\n1\n' }))
  await deleteOldDrafts(world.deps.dataset)
  expect(listDraftsBefore(world.db, '9').length).toBe(1)
  world.clock.skewMs = 24.1 * 3_600_000
  await deleteOldDrafts(world.deps.dataset)
  world.clock.skewMs = 0
  expect(listDraftsBefore(world.db, '9')).toEqual([])
  expect(readdirSync(join(world.dataDir, 'data'))).toEqual(before)
})
