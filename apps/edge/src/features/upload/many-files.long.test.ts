import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manyFiles } from '../../testing/corpus/many-files.ts'
import { buildSite, type EdgeProcess, pinging } from '../../testing/edge-process.ts'

const MILLION = 1_000_000
const MAX_FILES = 100_000

let site: Awaited<ReturnType<typeof buildSite>>
let edge: EdgeProcess
beforeAll(async () => {
  site = await buildSite()
  edge = await site.start()
})
afterAll(() => site.close())

/** Returns the peak memory of the edge in megabytes. */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${edge.pid}/status`, 'utf8'))?.[1]) / 1024

async function refused(zip: Buffer) {
  const before = peak()
  const uploading = edge.upload(zip)
  const { answered } = await pinging(edge, uploading)
  const grownMb = peak() - before
  expect(readdirSync(join(site.dataDir, 'tmp')).filter((one) => one.startsWith('upload-'))).toEqual([])
  return { code: await uploading.catch(({ code }) => code), answered, grownMb }
}

test.each([
  ['a million files', manyFiles(MILLION), 'dataset.zip-many-files'],
  ['a million files that declares a tenth of them', manyFiles(MILLION, { claimed: MAX_FILES }), 'dataset.zip-count'],
  ['the maximum number of texts, all of them empty', manyFiles(MAX_FILES, { folders: 10 }), 'dataset.text-empty'],
])(
  'refuses an archive with %s, uses little memory for this, and serves other requests at the same time',
  async (_what, zip, code) => {
    const found = await refused(zip)
    expect(found.code).toBe(code)
    expect(found.answered).toBeGreaterThan(5)
    expect(found.grownMb).toBeLessThan(400)
  },
)
