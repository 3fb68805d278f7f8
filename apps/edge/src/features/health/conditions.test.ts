import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Db, openDb } from '../../db/open.ts'
import { readMachine } from './conditions.ts'

let dir: string
let db: Db

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tessera-machine-'))
  db = openDb(join(dir, 'data'))
  mkdirSync(join(dir, 'pages'))
  writeFileSync(join(dir, 'pages', 'edge-pages.html'), '<html>')
  linux({ freeKb: 500, processes: 100 })
})
afterEach(() => {
  if (db.isOpen) db.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Simulates a Linux system with 1,000 kB of memory and at most 1,000 processes. */
function linux({ freeKb, processes }: { freeKb: number; processes: number }) {
  mkdirSync(join(dir, 'proc', 'sys', 'kernel'), { recursive: true })
  writeFileSync(join(dir, 'proc', 'meminfo'), `MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: ${freeKb} kB\n`)
  writeFileSync(join(dir, 'proc', 'sys', 'kernel', 'pid_max'), '1000\n')
  writeFileSync(join(dir, 'proc', 'loadavg'), `0.10 0.20 0.30 1/${processes} 4711\n`)
}
const read = (bounds: { leastFreeBytes?: number; procDir?: string } = {}) =>
  readMachine(
    { dataDir: join(dir, 'data'), db, pageDir: join(dir, 'pages') },
    { procDir: join(dir, 'proc'), leastFreeBytes: 0, ...bounds },
  )

test('reports no conditions and healthy parts on a machine with sufficient resources', {
  meta: { spec: 'limits.hardware-checks' },
}, async () => {
  expect(await read()).toEqual({ conditions: [], storage: 'ok', parts: { books: 'ok', pages: 'ok' } })
})

test.each([
  ['MemoryPressure', { freeKb: 49, processes: 100 }, {}],
  ['PIDPressure', { freeKb: 500, processes: 901 }, {}],
  ['DiskPressure', { freeKb: 500, processes: 100 }, { leastFreeBytes: Number.POSITIVE_INFINITY }],
] as const)(
  'reads the condition %s from the machine',
  { meta: { spec: 'limits.hardware-checks' } },
  async (condition, state, bounds) => {
    linux(state)
    expect((await read(bounds)).conditions).toEqual([condition])
  },
)

test("reports no conditions on a system without Linux's files", {
  meta: { spec: 'limits.hardware-checks' },
}, async () => {
  expect((await read({ procDir: join(dir, 'none') })).conditions).toEqual([])
})

test('reports pages that were not built, and a closed database', {
  meta: { spec: 'limits.software-checks-cluster' },
}, async () => {
  rmSync(join(dir, 'pages', 'edge-pages.html'))
  expect((await read()).parts).toEqual({ books: 'ok', pages: 'failed' })
  db.close()
  expect((await read()).parts).toEqual({ books: 'failed', pages: 'failed' })
})
