import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatasetDraft, MAX_UNSAVED_UPLOADS } from '@tessera/contract'
import { GetAnalysis, ListRows, OfferRows, ReadUpload, SaveDataset, UploadZip } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../../packages/server/src/testing/form-of.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, peopleCsv, type World, zipOf } from '../../testing/world.ts'
import { removeStrays } from '../rows/index.ts'
import { findDraft, findOffered, type StoredDraft } from '../rows/queries.ts'
import { removeDraft } from '../rows/remove-draft.ts'
import { deleteOldArchives, findArchive } from './uploaded-archives.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: 'done', uploadId: '' }),
    (error) => ({ code: error.code as string, uploadId: String(error.params?.uploadId ?? '') }),
  )
const foldersIn = async (name: string) =>
  existsSync(join(world.dataDir, name)) ? await readdir(join(world.dataDir, name)) : []
const ragged = async () => world.upload(await zipOf({ 'table.csv': 'a,A\n1,2\n1,2,3\n' }))
const all = { skipBadRows: true, renameColumns: true }

test('stores an archive that can be read in another way until its uploader reads it again', {
  meta: { spec: 'calls.uploadZip' },
}, async () => {
  const { code, uploadId } = await refusal(ragged())
  expect(code).toBe('dataset.header-repeated')
  expect(await foldersIn('uploads')).toEqual([uploadId])
  expect(await foldersIn('data')).toEqual([])

  const renamed = { ...all, skipBadRows: false }
  const second = await refusal(world.call(ReadUpload, { uploadId, options: renamed }))
  expect(second).toEqual({ code: 'dataset.csv-width', uploadId })
  const stranger = world.call(ReadUpload, { uploadId, options: all }, person('bert'))
  expect((await refusal(stranger)).code).toBe('dataset.upload-again')

  const draft = await world.call(ReadUpload, { uploadId, options: all })
  expect((await world.call(GetAnalysis, { tableName: draft.tableName })).fileName).toBe('table.zip')
  expect(draft).toMatchObject({ columns: ['a', 'A_2'], rowCount: 1, name: 'table', report: { rowsRead: 2 } })
  expect(await foldersIn('uploads')).toEqual([])
  expect((await refusal(world.call(ReadUpload, { uploadId, options: all }))).code).toBe('dataset.upload-again')
})

test('if a draft can be read in another way, stores its archive and reads it again as often as its uploader requests', async () => {
  const csv = ['crp', '<0.5', ...Array.from({ length: 20 }, (_, at) => `${at}.5`)].join('\n')
  const first = await world.upload(await zipOf({ 'lab.csv': csv }))
  expect(first).toMatchObject({ columnTypes: { crp: 'text' }, uploadId: expect.any(String) })
  const uploadId = first.uploadId as string
  expect(await foldersIn('uploads')).toEqual([uploadId])
  const options = { skipBadRows: false, renameColumns: false, columns: [{ column: 'crp', as: 'numbers' as const }] }
  expect((await refusal(world.call(ReadUpload, { uploadId, options }, person('bert')))).code).toBe(
    'dataset.upload-again',
  )
  const second = await world.call(ReadUpload, { uploadId, options })
  expect(second.columnTypes).toEqual({ crp: 'number' })
  expect(second.uploadId).toBeUndefined()
  expect(await foldersIn('uploads')).toEqual([])
})

test('deletes a stored archive after one hour, and opens no other files by a manipulated id', async () => {
  const { uploadId } = await refusal(ragged())
  const after = (minutes: number) => ({
    ...world.deps.dataset,
    now: () => new Date(Date.now() + minutes * 60 * 1_000),
  })
  await deleteOldArchives(after(59))
  expect(await findArchive(after(59), uploadId, person('alice'))).toMatchObject({ fileName: 'table.zip' })
  await expect(findArchive(after(61), uploadId, person('alice'))).rejects.toMatchObject({
    code: 'dataset.upload-again',
  })
  await deleteOldArchives(after(61))
  expect(await foldersIn('uploads')).toEqual([])
  for (const id of ['..', '..%2Fdata', '%2e%2e', 'x']) {
    expect((await refusal(world.call(ReadUpload, { uploadId: encodeURIComponent(id), options: all }))).code).not.toBe(
      'done',
    )
  }
})

test("refuses to store data of a user who is not on the edge's member list, whatever the platform claims", {
  meta: { claim: 'data.unauthorized-upload' },
}, async () => {
  const stranger = person('stranger', { role: 'admin', isSuperAdmin: true } as object)
  const token = { token: await world.fake.edgeToken(stranger) }
  const { headers, payload } = formOf({}, [{ name: 't.zip', content: await zipOf({ 'table.csv': peopleCsv(5) }) }])
  const before = await Promise.all([foldersIn('data'), foldersIn('uploads'), foldersIn('tmp')])
  const sent = await world.app.inject({
    method: 'POST',
    url: UploadZip.path,
    payload,
    headers: { ...headers, 'x-access-token': token.token },
  })
  expect(sent.json()).toMatchObject({ error: 'signing.not-member', params: { signers: 'alice' } })
  const reading = world.call(ReadUpload, { uploadId: randomUUID(), options: all }, token)
  const naming = { draftId: 'x', name: 'Any', description: 'd', sharing: 'party' as const }
  for (const attempt of [reading, world.call(SaveDataset, naming, token)]) {
    await expect(attempt).rejects.toMatchObject({ code: 'signing.not-member' })
  }
  expect(await Promise.all([foldersIn('data'), foldersIn('uploads'), foldersIn('tmp')])).toEqual(before)
})

test('after 20 unsaved uploads of a member, replaces the oldest one of the same member only', {
  meta: { claim: 'data.unauthorized-upload' },
}, async () => {
  const small = await zipOf({ 'table.csv': 'a\n1\n' })
  const others = await world.upload(small, person('bert'))
  const own: DatasetDraft[] = []
  for (let count = 0; count < MAX_UNSAVED_UPLOADS + 2; count += 1) own.push(await world.upload(small, person('carla')))
  const found = (draft: DatasetDraft, username: string) =>
    findDraft(world.db, draft.draftId, `u-${username}`) !== undefined && existsSync(join(world.dataDir, draft.path))
  expect(own.map((draft) => found(draft, 'carla'))).toEqual(own.map((_draft, place) => place >= 2))
  expect(found(others, 'bert')).toBe(true)
})

test('keeps the files of a draft if the draft is saved after it was listed for removal', async () => {
  const draft = await world.upload(await zipOf({ 'table.csv': peopleCsv(3) }))
  const listed = findDraft(world.db, draft.draftId, 'u-alice') as StoredDraft
  await world.call(SaveDataset, { draftId: draft.draftId, name: 'Saved first', description: 'd', sharing: 'party' })
  await removeDraft(world.deps.dataset, listed)
  expect((await world.call(ListRows, { tableName: draft.tableName })).rows).toHaveLength(3)
})

test('also limits a member to 20 archives that wait for a decision', async () => {
  const archive = await zipOf({ 'table.csv': 'a,A\n1,2\n' })
  const before = await foldersIn('uploads')
  const ids: string[] = []
  for (let count = 0; count < MAX_UNSAVED_UPLOADS + 1; count += 1) {
    world.clock.skewMs += 1
    ids.push((await refusal(world.upload(archive, person('carla')))).uploadId)
  }
  expect((await foldersIn('uploads')).sort()).toEqual([...before, ...ids.slice(1)].sort())
})

test('at the next start, removes only the files that a crash left behind', async () => {
  const { tableName } = await world.dataSet(peopleCsv(5), 'Kept')
  const draft = await world.upload(await zipOf({ 'table.csv': peopleCsv(3) }))
  const stray = join(world.dataDir, 'data', 'half-read')
  await mkdir(join(stray, 'pictures'), { recursive: true })
  await writeFile(join(stray, 'rows.parquet'), 'half')
  await removeStrays(world.deps.dataset)
  expect(existsSync(stray)).toBe(false)
  expect((await world.call(ListRows, { tableName })).total).toBe(5)
  const named = { draftId: draft.draftId, name: 'Later', description: 'd', sharing: 'party' as const }
  await world.call(SaveDataset, named)
  expect((await world.call(ListRows, { tableName: draft.tableName })).rows).toHaveLength(3)
})

test('does not change rows that were selected for a task when their dataset is replaced', async () => {
  await world.connect()
  const { tableName } = await world.dataSet(peopleCsv(5), 'Replaced')
  await world.call(OfferRows, { taskId: 'task-replaced', tableName, rows: [] })
  const offered = findOffered(world.db, 'task-replaced')?.file ?? ''
  const before = await readFile(offered)
  await world.dataSet(peopleCsv(9), 'Replaced', undefined, { overwrite: true })
  await removeStrays(world.deps.dataset)
  expect(await readFile(offered)).toEqual(before)
  expect((await world.call(ListRows, { tableName })).total).toBe(9)
})
