import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tellFull } from '../lib/full-disk.ts'
import { openEmptyEmbedded } from '../testing/database.ts'
import { openDatabase } from './pool.ts'

const MEGABYTE = 1024 * 1024
/** With what an empty embedded database takes, and its first log. */
const DISK_MEGABYTES = 160

let dir: string
let isMounted: boolean

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tessera-room-'))
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', dir]).status === 0
  if (isMounted) await (await openEmptyEmbedded(join(dir, 'database'))).close()
})
afterEach(() => {
  if (isMounted) spawnSync('umount', ['-l', dir])
  rmSync(dir, { recursive: true, force: true })
})

/** Until so many megabytes are free. */
function fill(free: number) {
  const { stdout } = spawnSync('df', ['--output=avail', '--block-size=1', dir], { encoding: 'utf8' })
  const bytes = Number(stdout.trim().split('\n').at(-1)) - free * MEGABYTE
  writeFileSync(join(dir, 'fill'), Buffer.alloc(bytes))
}
const makeRoom = () => rmSync(join(dir, 'fill'))

test('without room the embedded database is asked nothing, says what it lacks, and goes on once there is room', async (context) => {
  context.skip(!isMounted, 'a disk can be mounted by root only')
  const { db, close } = await openDatabase({ DATA_DIR: dir })
  await db.execute(sql`create table t (x text)`)
  fill(20)
  const because = { code: 'platform.no-room', params: { free: expect.any(Number), needed: 32 } }
  const asked = [
    () => db.execute(sql`insert into t values ('a')`),
    () => db.execute(sql`select 1`),
    () => db.transaction((tx) => tx.execute(sql`insert into t values ('a')`)),
  ]
  for (const ask of asked) {
    // As whoever called hears it.
    expect(tellFull(await ask().catch((thrown: Error) => thrown))).toMatchObject(because)
  }
  // As a start would be.
  await close()
  await expect(openDatabase({ DATA_DIR: dir })).rejects.toThrow(
    /^The disk of .+ is full: \d+ MB are free, .+ needs 32 MB/,
  )
  makeRoom()
  const again = await openDatabase({ DATA_DIR: dir })
  await again.db.execute(sql`insert into t values ('b')`)
  expect(((await again.db.execute(sql`select x from t`)) as unknown as { rows: unknown[] }).rows).toEqual([{ x: 'b' }])
  await again.close()
})

test('a database that panics over a full disk all the same ends its process, which would hang with it', async (context) => {
  context.skip(!isMounted, 'a disk can be mounted by root only')
  fill(40)
  const script = `
    import { sql } from 'drizzle-orm'
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'pool.ts'))}
    const { db } = await openDatabase({ DATA_DIR: process.argv[1] })
    // More than was looked for.
    await db.execute(sql\`select pg_logical_emit_message(true, 'x', repeat('y', 60000000))\`).catch(() => {})
    await db.execute(sql\`select 1\`)
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dir], {
    cwd: import.meta.dirname,
    killSignal: 'SIGKILL',
  })
  const said = text(child.stderr)
  const status = await new Promise((done) => child.on('exit', done))
  expect(await said).toContain('platform: the embedded database ended and is read again: ')
  expect(status).toBe(1)
})
