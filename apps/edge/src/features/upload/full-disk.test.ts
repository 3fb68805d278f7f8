import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, type Language, phrase } from '@tessera/contract'
import { SaveDataset } from '@tessera/contract/wire'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROWS_FILE } from '../../kinds/index.ts'
import { areRowsWhole, buildSite, canHaveOwnDisk, type EdgeProcess } from '../../testing/edge-process.ts'
import { peopleCsv, taskOf, until, zipOf } from '../../testing/world.ts'

const MB = 1024 * 1024
const DISK_BYTES = 400 * MB
/** Disk space that must stay free after an upload. */
const KEPT_FREE = '256.0 MB'

let site: Awaited<ReturnType<typeof buildSite>>
let edge: EdgeProcess
let existing: string
let small: Buffer
let large: Buffer
const isPossible = canHaveOwnDisk()
beforeAll(async () => {
  if (!isPossible) return
  site = await buildSite({ diskBytes: DISK_BYTES })
  edge = await site.start()
  existing = await edge.keep('There', 7)
  small = await zipOf({ 'table.csv': peopleCsv(100) })
  large = await zipOf({ 'table.csv': hardToPack(300_000) })
})
beforeEach((context) => context.skip(!isPossible, 'no disk can be mounted on this machine'))
afterEach(() => isPossible && edge.leaveFree(DISK_BYTES))
afterAll(() => site?.close())

const inside = (...path: string[]) => {
  const folder = join(edge.folder, ...path)
  return existsSync(folder) ? readdirSync(folder) : []
}
const uploads = () => inside('tmp').filter((one) => one.startsWith('upload-'))
const hasScratch = (file: string) => uploads().some((one) => inside('tmp', one).includes(file))
const refusalOf = (code: ErrorCode, language: Language, needed: string) => ({
  code,
  message: phrase(language, code, { needed }),
})
const failed = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ code, message }) => ({ code, message }),
  )

/** Starts an operation, and marks its error as handled because its outcome is awaited later. */
function started<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

/** Waits until a folder of a new dataset meets a condition. */
const untilNew = (before: string[], isSo: (folder: string) => boolean) =>
  until(() => inside('data').some((one) => !before.includes(one) && isSo(join(edge.folder, 'data', one))))

/** Returns rows that take much time and disk space to write. */
const hardToPack = (rows: number) =>
  ['code,other', ...Array.from({ length: rows }, () => `${Math.random()},${Math.random()}`)].join('\n')

const stages: [string, Language, () => Promise<unknown>][] = [
  [
    'while it arrives',
    'en',
    async () => {
      const piece = Buffer.alloc(4 * MB, 'PK')
      const { send, end, answer } = edge.begin(3 * piece.length)
      send(piece)
      await until(() => hasScratch('upload.zip'))
      edge.leaveFree(5 * MB)
      send(piece)
      send(piece)
      end()
      const { success, error, message } = await answer
      expect(success).toBe(false)
      throw { code: error, message }
    },
  ],
  [
    'while its rows are scanned',
    'cn',
    async () => {
      const uploading = started(edge.upload(large, 'cn'))
      await until(() => hasScratch('rows.csv'))
      edge.leaveFree(MB)
      return uploading
    },
  ],
  [
    'while its rows are written',
    'en',
    async () => {
      const before = inside('data')
      const uploading = started(edge.upload(large))
      await untilNew(before, (folder) => existsSync(join(folder, ROWS_FILE)))
      edge.leaveFree(0)
      return uploading
    },
  ],
  [
    'when it is stored in the database',
    'en',
    async () => {
      const before = inside('data')
      const books = await edge.openBooks(['pragma wal_checkpoint(truncate)', 'begin immediate'])
      const uploading = started(edge.upload(small))
      await untilNew(before, areRowsWhole)
      // Until this file is removed, the upload still releases disk space.
      await until(() => !hasScratch('rows.csv'))
      edge.leaveFree(0)
      await books.close()
      return uploading
    },
  ],
]

test.each(stages)(
  'explains why an upload fails if the disk becomes full %s, and keeps existing data',
  async (_when, language, uploading) => {
    const before = inside('data')
    expect(await failed(uploading())).toEqual(refusalOf('edge.no-space', language, KEPT_FREE))
    expect(inside('data')).toEqual(before)
    expect(uploads()).toEqual([])
    edge.leaveFree(MB)
    expect(await edge.rowCount(existing)).toBe(7)
    edge.leaveFree(DISK_BYTES)
    const { rowCount } = await edge.upload(small)
    expect(rowCount).toBe(100)
  },
)

test('refuses an upload before reading it if disk space is short, and says how much space is missing', async () => {
  edge.leaveFree(100 * MB)
  const missing = /^The edge has too little disk space\. Free at least 15[67]\.\d MB, then try again\.$/
  expect(await failed(edge.upload(small))).toMatchObject({
    code: 'edge.no-space',
    message: expect.stringMatching(missing),
  })
  expect(await failed(edge.upload(small, 'cn'))).toMatchObject({ message: expect.stringMatching(/磁盘空间不足/) })
})

test("refuses a run's message while there is no disk space to record it, names the required space, and accepts it afterwards", async () => {
  const { plan } = taskOf('none')
  const ask = () =>
    edge.askGuard({
      pid: 999_999_999,
      attemptId: '1',
      runId: 'run',
      messageId: 'm',
      messageType: 'train',
      bundleHash: 'b',
      codeHash: 'c',
      plan: JSON.stringify(plan),
      parties: '["1001"]',
      messageConfig: { round: 1 },
      stateHash: 'a'.repeat(64),
    })
  await until(() => existsSync(join(edge.folder, 'guard-url')))
  edge.leaveFree(0)
  expect(await ask()).toEqual({ allowed: false, code: 'guard.no-space', params: { free: 0, needed: 256 } })
  edge.leaveFree(DISK_BYTES)
  expect(await ask()).toMatchObject({ allowed: false, code: 'grant.missing' })
})

test('saves a dataset after disk space is freed, with an intact database', async () => {
  const { draftId, tableName } = await edge.upload(small)
  const save = () => edge.call(SaveDataset, { draftId, name: 'Later', description: 'test', sharing: 'party' })
  edge.leaveFree(0)
  expect(await failed(save())).toEqual(refusalOf('edge.no-space', 'en', KEPT_FREE))
  edge.leaveFree(DISK_BYTES)
  await save()
  expect(await edge.rowCount(tableName)).toBe(100)
  const books = await edge.openBooks(['pragma integrity_check'])
  expect(books.answers).toEqual([{ integrity_check: 'ok' }])
  await books.close()
})
