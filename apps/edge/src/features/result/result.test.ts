import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteLocalResult, ListLocalResults, ShareLocalResult } from '@tessera/contract/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb } from '../../db/open.ts'
import { person } from '../../testing/fake-platform.ts'
import { ONNX, storeResultIn, TABLE } from '../../testing/local-result.ts'
import { buildWorld, type World } from '../../testing/world.ts'
import { listResults } from './queries.ts'

const signer = person('alice')
let world: World
let runId: string
let count = 0
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  runId = `run-${++count}`
  world.fake.refusesResults = null
  storeResultIn(world, { runId, place: 'edge', content: 'model', signedBy: signer })
})

const listed = async (as = signer) => (await world.call(ListLocalResults, {}, as)).find((one) => one.runId === runId)
const fileOf = (name: string) => join(world.dataDir, 'kept', runId, name)
const lastOf = (kind: 'result-shared' | 'result-deleted') => world.decisions(kind).at(-1)?.data

test('shows a local result to every member, and lets only its signer and administrators share or delete it', async () => {
  expect(await listed()).toMatchObject({ hasModel: true, sharedTime: null, abilities: { share: true, delete: true } })
  expect((await listed(person('mina')))?.abilities).toEqual({ share: false, delete: false })
  expect((await listed(person('adam', { role: 'admin' })))?.abilities).toEqual({ share: true, delete: true })
  for (const endpoint of [ShareLocalResult, DeleteLocalResult]) {
    await expect(world.call(endpoint, { runId }, person('mina'))).rejects.toMatchObject({ code: 'result.not-allowed' })
  }
  expect(world.fake.results.has(runId)).toBe(false)
})

test('does not let a caller with only a platform token list, share or delete local results', {
  meta: { claim: 'sessions.token-reads-local-result' },
}, async () => {
  const minted = { token: await world.fake.edgeToken(signer) }
  for (const endpoint of [ListLocalResults, ShareLocalResult, DeleteLocalResult]) {
    await expect(world.call(endpoint, { runId } as never, minted)).rejects.toMatchObject({
      code: 'edge.session-required',
    })
  }
  expect(world.fake.results.has(runId)).toBe(false)
  expect(existsSync(fileOf('model.onnx'))).toBe(true)
})

test('stores confidence intervals with the model, shows them to members, and also reads a model card without intervals', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, async () => {
  expect(await listed()).toMatchObject({ table: null, scores: null, residuals: null })
  const card = JSON.parse(readFileSync(fileOf('card.json'), 'utf8'))
  const scores = { rows: 16, metrics: { accuracy: { value: 0.9, rows: 16, low: 0.65, high: 0.98 } } }
  writeFileSync(fileOf('card.json'), JSON.stringify({ ...card, scores }))
  expect(await listed(person('mina'))).toMatchObject({ scores, residuals: null })

  rmSync(fileOf('card.json'))
  expect(await listed()).toMatchObject({ hasModel: true, scores: null })
})

test('sends model and card to the platform once when a member shares a result, and logs who shared it', {
  meta: { spec: 'states.single-party-research' },
}, async () => {
  const shared = await world.call(ShareLocalResult, { runId }, signer)
  expect(shared).toMatchObject({ sharedTime: expect.any(Date), abilities: { share: false, delete: true } })
  const sent = world.fake.results.get(runId)
  expect(Buffer.from(sent?.model ?? '', 'base64').equals(readFileSync(ONNX))).toBe(true)
  expect(sent?.card).toMatchObject({ label: 'ill' })
  expect(lastOf('result-shared')).toMatchObject({ runId, userId: signer.userId })
  await expect(world.call(ShareLocalResult, { runId }, signer)).rejects.toMatchObject({ code: 'result.not-allowed' })

  const books = openDb(world.dataDir)
  expect(listResults(books).find((one) => one.runId === runId)?.sharedTime).not.toBeNull()
  books.close()
})

test('sends a result only once if two members share it at the same time', async () => {
  const both = await Promise.allSettled([1, 2].map(() => world.call(ShareLocalResult, { runId }, signer)))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('if the platform refuses a result, does not mark it as shared, so that a member can share it again', async () => {
  world.fake.refusesResults = 'model.refused-unreadable'
  const share = () => world.call(ShareLocalResult, { runId }, signer)
  await expect(share()).rejects.toMatchObject({ code: 'model.refused-unreadable' })
  expect((await listed())?.sharedTime).toBeNull()
  world.fake.refusesResults = null
  expect((await share()).sharedTime).not.toBeNull()
})

test("refuses to share a file that differs from the run's result", {
  meta: { spec: 'states.single-party-research' },
}, async () => {
  writeFileSync(fileOf('model.onnx'), 'other')
  await expect(world.call(ShareLocalResult, { runId }, signer)).rejects.toMatchObject({ code: 'model.changed' })
  expect(world.fake.results.has(runId)).toBe(false)
})

test("shows the findings of a run without a model to the party's members until deletion, and cannot share them", async () => {
  runId = `${runId}-described`
  storeResultIn(world, { runId, place: 'edge', content: 'other', signedBy: signer })
  expect(await listed(person('mina'))).toMatchObject({ hasModel: false, table: TABLE, abilities: { share: false } })
  await expect(world.call(ShareLocalResult, { runId }, signer)).rejects.toMatchObject({ code: 'result.not-allowed' })
  expect(await world.call(DeleteLocalResult, { runId }, signer)).toMatchObject({ table: null })
})

test('keeps only a record of the deletion after a result is deleted', async () => {
  const deleted = await world.call(DeleteLocalResult, { runId }, signer)
  expect(deleted).toMatchObject({ deletedTime: expect.any(Date), abilities: { share: false, delete: false } })
  expect(existsSync(fileOf('model.onnx'))).toBe(false)
  expect(lastOf('result-deleted')).toMatchObject({ runId, userId: signer.userId })
  await expect(world.call(ShareLocalResult, { runId }, signer)).rejects.toMatchObject({ code: 'result.not-allowed' })
})

test('returns "not found" for an unknown result', async () => {
  await expect(world.call(ShareLocalResult, { runId: 'other' }, signer)).rejects.toMatchObject({
    code: 'result.not-found',
  })
})
