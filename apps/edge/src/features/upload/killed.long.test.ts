import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { areRowsWhole, buildSite } from '../../testing/edge-process.ts'
import { peopleCsv, until, zipOf } from '../../testing/world.ts'

let site: Awaited<ReturnType<typeof buildSite>>
beforeEach(async () => {
  site = await buildSite()
})
afterEach(() => site.close())

const folders = (...path: string[]) => readdirSync(join(site.dataDir, ...path))
const uploads = () => folders('tmp').filter((one) => one.startsWith('upload-'))

test('stores no upload that was interrupted, at any stage, because the edge was killed or the sender aborted it', async () => {
  const edge = await site.start()
  const before = await edge.keep('Before', 5)

  const small = await zipOf({ 'table.csv': peopleCsv(50) })
  const arriving = edge.begin(small.length)
  arriving.send(small.subarray(0, 100))
  await until(() => folders('tmp').length === 1)

  edge.upload(await zipOf({ 'table.csv': peopleCsv(1_000_000) })).catch(() => {})
  await until(() => folders('tmp').some((one) => folders('tmp', one).includes('rows.csv')))

  // Another process locks the database, so that the edge waits between writing the folder and the database.
  const books = new DatabaseSync(join(site.dataDir, 'edge.sqlite'))
  books.exec('begin immediate')
  edge.upload(small).catch(() => {})
  await until(() => folders('data').filter((one) => areRowsWhole(join(site.dataDir, 'data', one))).length === 2)
  await edge.kill()
  books.close()
  expect(folders('data')).toHaveLength(3)
  expect(folders('tmp')).toHaveLength(3)

  const again = await site.start()
  expect(folders('data')).toHaveLength(1)
  expect(uploads()).toEqual([])
  expect(await again.rowCount(before)).toBe(5)
  expect(await again.rowCount(await again.keep('After', 6))).toBe(6)
  expect(folders('data')).toHaveLength(2)

  const left = again.begin(small.length)
  left.send(small.subarray(0, 100))
  await until(() => uploads().length === 1)
  left.abort()
  await until(() => uploads().length === 0)
})
