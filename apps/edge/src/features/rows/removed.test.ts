import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DELETED_ROWS_DAYS } from '@tessera/contract'
import { BringBack, DeleteRows, GetAnalysis, ListRemoved, ListRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, peopleCsv, type World } from '../../testing/world.ts'
import { removeDeletedFiles, unlistDataset } from './delete.ts'
import { findDataset } from './queries.ts'
import { removeStrays } from './remove-strays.ts'
import { eraseDeleted } from './removed.ts'

const DAY_MS = 24 * 3_600_000
let world: World
let dora: Browser
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'] })
  dora = await world.openSession('dora')
})
afterAll(() => world.close())

const proof = { pin: PIN }
const fileOf = (datasetId: string) => findDataset(world.db, datasetId)?.file ?? ''
const unlist = (datasetId: string) => unlistDataset(world.deps.dataset, datasetId, () => () => {})
const removedOf = async (name: string) =>
  (await world.call(ListRemoved, {}, dora)).filter((removed) => removed.name === name)

/** Runs all automatic removals of an edge as they would run this many days from now. */
async function sweepAfter(days: number) {
  world.clock.skewMs = days * DAY_MS
  try {
    await eraseDeleted(world.deps.dataset)
    await removeDeletedFiles(world.deps.dataset)
    await removeStrays(world.deps.dataset)
  } finally {
    world.clock.skewMs = 0
  }
}

async function unlisted(name: string) {
  const { datasetId, tableName } = await world.dataSet(peopleCsv(30), name)
  const file = fileOf(datasetId)
  await unlist(datasetId)
  const [removed] = await removedOf(name)
  return { datasetId, tableName, file, id: removed?.id ?? '' }
}

test('does not let the platform delete rows, however long it waits, and shows the stored data to a signer', {
  meta: { spec: 'calls.collectFileMeta/delete', claim: 'data.platform-deletes-dataset' },
}, async () => {
  const { file } = await unlisted('Unlisted')
  await sweepAfter(365)
  expect(existsSync(file)).toBe(true)
  expect(await removedOf('Unlisted')).toEqual([
    {
      id: expect.any(String),
      name: 'Unlisted',
      contentType: 'tabular',
      rowCount: 30,
      sizeBytes: expect.any(Number),
      createdBy: 'alice',
      removedTime: expect.any(Date),
      because: 'unlisted',
      eraseTime: null,
    },
  ])
})

test('lets a signer restore a dataset that a caller with only a token has overwritten, beside the new dataset', {
  meta: { spec: 'calls.collectFileMeta/delete', claim: 'data.overwritten-dataset' },
}, async () => {
  const { datasetId } = await world.dataSet(peopleCsv(12), 'Twice')
  const before = fileOf(datasetId)
  await world.dataSet('a,b\n1,2\n3,4\n', 'Twice', undefined, { overwrite: true })
  await sweepAfter(365)
  expect(existsSync(before)).toBe(true)

  const [removed] = await removedOf('Twice')
  expect(removed).toMatchObject({ rowCount: 12, because: 'overwritten' })
  const back = await world.call(BringBack, { id: removed?.id ?? '', proof }, dora)
  expect(back.name).toBe('Twice 2')
  const { tableName } = findDataset(world.db, back.datasetId) ?? { tableName: '' }
  expect((await world.call(ListRows, { tableName })).total).toBe(12)
  expect(fileOf(datasetId)).not.toBe(before)
})

test('lets a signer restore data that a signer deleted for some days, and then erases it', {
  meta: { spec: 'calls.collectFileMeta/delete' },
}, async () => {
  const { id, file, datasetId } = await unlisted('Deleted')
  const { eraseTime } = await world.call(DeleteRows, { id, proof }, dora)
  expect(Math.round(((eraseTime as Date).getTime() - Date.now()) / DAY_MS)).toBe(DELETED_ROWS_DAYS)
  // A repeated deletion does not extend the period.
  expect((await world.call(DeleteRows, { id, proof }, dora)).eraseTime).toEqual(eraseTime)
  await sweepAfter(DELETED_ROWS_DAYS - 0.1)
  expect(existsSync(file)).toBe(true)
  await sweepAfter(DELETED_ROWS_DAYS + 0.1)
  expect(existsSync(dirname(file))).toBe(false)
  expect(await removedOf('Deleted')).toEqual([])
  await expect(world.call(BringBack, { id, proof }, dora)).rejects.toMatchObject({ code: 'dataset.not-found' })
  const kinds = ['dataset-deleted', 'dataset-erased'] as const
  for (const kind of kinds) expect(world.decisions(kind).at(-1)?.data).toMatchObject({ datasetId: id })
  expect(world.decisions('dataset-deleted').at(-1)?.data).toMatchObject({ by: 'dora', factor: 'pin' })
  expect(findDataset(world.db, datasetId)).toBeUndefined()
})

test('restores a dataset completely, with its analysis, and reports it to the platform', async () => {
  const { datasetId: first, tableName: before } = await world.dataSet(peopleCsv(30), 'Back')
  const analysis = await world.call(GetAnalysis, { tableName: before })
  await unlist(first)
  const [{ id } = { id: '' }] = await removedOf('Back')
  await world.call(DeleteRows, { id, proof }, dora)
  const { datasetId } = await world.call(BringBack, { id, proof }, dora)
  const { tableName = '' } = findDataset(world.db, datasetId) ?? {}
  expect((await world.call(ListRows, { tableName })).total).toBe(30)
  expect(await world.call(GetAnalysis, { tableName })).toEqual(analysis)
  await expect(world.call(ListRows, { tableName: before })).rejects.toMatchObject({ code: 'dataset.not-found' })
  await sweepAfter(365)
  expect(existsSync(fileOf(datasetId))).toBe(true)
  await world.connect()
  await expect
    .poll(() => world.fake.reports)
    .toContainEqual(
      expect.objectContaining({ dataset: expect.objectContaining({ id: datasetId, name: 'Back', deleted: false }) }),
    )
})

test.each([
  ['without the factor', { pin: '000000' }, () => dora, 'signing.pin-wrong'],
  [
    'with a token in a signer’s name and the PIN',
    { pin: PIN },
    async () => ({ token: await world.fake.edgeToken(person('dora')) }),
    'edge.session-required',
  ],
  ['without a session', { pin: PIN }, () => new Browser(), 'edge.session-required'],
])(
  'refuses to delete or restore removed data %s',
  { meta: { claim: 'data.token-deletes-rows' } },
  async (what, wrong, who, code) => {
    const { id, file } = await unlisted(`Kept ${what.slice(0, 30)}`)
    await expect(world.call(DeleteRows, { id, proof: wrong }, await who())).rejects.toMatchObject({ code })
    await expect(world.call(BringBack, { id, proof: wrong }, await who())).rejects.toMatchObject({ code })
    await sweepAfter(365)
    expect(existsSync(file)).toBe(true)
  },
)

test("accepts requests about removed data only from the edge's own pages", {
  meta: { claim: 'data.console-deletes-rows' },
}, async () => {
  const { id, file } = await unlisted('Framed')
  for (const { path } of [DeleteRows, BringBack]) {
    const url = path.replace(':id', id)
    const answer = await world.app.inject({
      method: 'POST',
      url,
      headers: { ...(await dora.headers('POST', url, { proof })), origin: world.fake.consoleOrigin },
      payload: { proof },
    })
    expect(answer.json().error).toBe('signing.own-page-only')
  }
  await sweepAfter(365)
  expect(existsSync(file)).toBe(true)
})
