import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckHealth, ListRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, peopleCsv, type World, zipOf } from '../../testing/world.ts'
import { removeStrays } from '../rows/index.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())

/**
 * Reads an archive as an upload does, but in a separate process, with the edge's folders for temporary files and
 * results.
 */
const READ = `
  const [duck, zip, kinds, files] = await Promise.all(JSON.parse(process.env.MODULES).map((one) => import(one)))
  const { SCRATCH: scratch, TARGET: target } = process.env
  const engine = await duck.Duck.open(scratch)
  const archive = await zip.openArchive(process.env.ZIP)
  const options = { skipBadRows: false, renameColumns: false }
  console.log('reading')
  const reading = kinds.edgeKindOf('tabular').read({ archive, options, duck: engine, scratch, target }).catch(files.refuseFullDisk)
  await reading.then(() => console.log('read'), (error) => console.log(error.code))
`
const MODULES = ['lib/duck.ts', 'lib/zip.ts', 'kinds/index.ts', 'lib/files.ts']

async function reading(limit = '') {
  const zip = join(world.dataDir, 'tmp', 'large.zip')
  const [scratch, target] = [join(world.dataDir, 'tmp', 'upload-child'), join(world.dataDir, 'data', 'child')]
  await mkdir(scratch, { recursive: true })
  await mkdir(target, { recursive: true })
  await writeFile(zip, await zipOf({ 'table.csv': peopleCsv(400_000) }))
  const modules = MODULES.map((one) => new URL(`../../${one}`, import.meta.url).href)
  const child = spawn('sh', ['-c', `${limit} exec "$0" --input-type=module -e "$1"`, process.execPath, READ], {
    env: { ...process.env, MODULES: JSON.stringify(modules), SCRATCH: scratch, TARGET: target, ZIP: zip },
  })
  const output: string[] = []
  child.stdout.on('data', (text) => output.push(String(text)))
  return { child, output, target }
}

test('serves other requests while it reads a large archive', async () => {
  const upload = world.upload(await zipOf({ 'table.csv': peopleCsv(400_000) }))
  let isDone = false
  upload.finally(() => {
    isDone = true
  })
  let answered = 0
  while (!isDone) {
    await world.call(CheckHealth, {} as never)
    answered += 1
    // Wait between requests. Otherwise they would use the processor time of the work that they measure.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect((await upload).rowCount).toBe(400_000)
  expect(answered).toBeGreaterThan(5)
})

test('reports that the disk is full, and keeps existing data', async () => {
  const { tableName } = await world.dataSet(peopleCsv(7), 'There')
  const before = await readFile(world.deps.dataset.dataDir.concat('/edge.sqlite'))
  // A file size limit of 500 KB simulates a full disk: a write that exceeds it fails in the same way.
  const { child, output, target } = await reading('ulimit -f 1000;')
  await once(child, 'close')
  expect(output.join('')).toBe('reading\nedge.no-space\n')
  await removeStrays(world.deps.dataset)
  expect(existsSync(target)).toBe(false)
  expect(await readFile(world.deps.dataset.dataDir.concat('/edge.sqlite'))).toEqual(before)
  expect((await world.call(ListRows, { tableName })).total).toBe(7)
})
