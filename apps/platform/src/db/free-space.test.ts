import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asDiskFullError } from '../lib/full-disk.ts'
import { openEmptyEmbedded } from '../testing/database.ts'
import { openDatabase } from './open.ts'

const MEGABYTE = 1024 * 1024
/** Disk size that is enough for an empty embedded database and its first log. */
const DISK_MEGABYTES = 160

let dir: string
let isMounted: boolean

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tessera-space-'))
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', dir]).status === 0
  if (isMounted) await (await openEmptyEmbedded(join(dir, 'database'))).close()
})
afterEach(() => {
  if (isMounted) spawnSync('umount', ['-l', dir])
  rmSync(dir, { recursive: true, force: true })
})

/** Fills the disk until this many megabytes are free. */
function fill(free: number) {
  const { stdout } = spawnSync('df', ['--output=avail', '--block-size=1', dir], { encoding: 'utf8' })
  const bytes = Number(stdout.trim().split('\n').at(-1)) - free * MEGABYTE
  writeFileSync(join(dir, 'fill'), Buffer.alloc(bytes))
}
const freeSpace = () => rmSync(join(dir, 'fill'))

test('refuses queries to the embedded database on a full disk, reports the required space, and continues after space is freed', async (context) => {
  context.skip(!isMounted, 'only root can mount a disk')
  const { db, close } = await openDatabase({ DATA_DIR: dir })
  await db.execute(sql`create table t (x text)`)
  fill(20)
  const because = { code: 'platform.no-free-space', params: { free: expect.any(Number), needed: 32 } }
  const queries = [
    () => db.execute(sql`insert into t values ('a')`),
    () => db.execute(sql`select 1`),
    () => db.transaction((tx) => tx.execute(sql`insert into t values ('a')`)),
  ]
  for (const ask of queries) {
    // The error as the caller of the query receives it.
    expect(asDiskFullError(await ask().catch((thrown: Error) => thrown))).toMatchObject(because)
  }
  // On the full disk, the database could not be started again, either.
  await close()
  await expect(openDatabase({ DATA_DIR: dir })).rejects.toThrow(
    /^The disk of .+ is full: \d+ MB are free, .+ needs 32 MB/,
  )
  freeSpace()
  const again = await openDatabase({ DATA_DIR: dir })
  await again.db.execute(sql`insert into t values ('b')`)
  expect(((await again.db.execute(sql`select x from t`)) as unknown as { rows: unknown[] }).rows).toEqual([{ x: 'b' }])
  await again.close()
})

test('ends the process if its database panics because of a full disk, because the process would otherwise hang', async (context) => {
  context.skip(!isMounted, 'only root can mount a disk')
  fill(40)
  const script = `
    import { sql } from 'drizzle-orm'
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
    const { db } = await openDatabase({ DATA_DIR: process.argv[1] })
    // Writes more than the free space that was checked before the statement.
    await db.execute(sql\`select pg_logical_emit_message(true, 'x', repeat('y', 60000000))\`).catch(() => {})
    await db.execute(sql\`select 1\`)
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dir], {
    cwd: import.meta.dirname,
    killSignal: 'SIGKILL',
  })
  const output = text(child.stderr)
  const status = await new Promise((done) => child.on('exit', done))
  expect(await output).toContain('platform: the embedded database ended and must be reopened: ')
  expect(status).toBe(1)
})
