import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Login } from '@tessera/contract/wire'
import { ArchiveWriter, checkArchive, readArchive, sha256 } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { build, createApp } from './app.ts'
import { backUpPlatform, type PlatformBackup } from './backup.ts'
import { query } from './db/pool.ts'
import { createUser } from './features/account/index.ts'
import { record } from './lib/audit.ts'
import type { Deps } from './lib/deps.ts'
import { openPlatform } from './open-platform.ts'
import { restorePlatform } from './restore.ts'
import { encrypt } from './testing/account.ts'
import { openEmptyDatabase, type ServerDatabase, serverIsThere } from './testing/database.ts'
import { buildApp, buildParty, call, describeOnBoth, type World } from './testing/index.ts'
import { buildTask, signTicket, WITH_ALGORITHMS } from './testing/task.ts'

const PASSWORD = 'Right@2026'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** Texts, numbers and times that an inexact copy would change. */
const AWKWARD = {
  text: 'a"b\\c,(d)\n\t年 \u2028 {}',
  n: 0.1,
  big: 9_007_199_254_740_991,
  nothing: null,
  deep: [[], {}],
}

async function fill(world: World) {
  const { taskId, members } = await buildTask(world)
  await signTicket(world, taskId, members[0])
  await createUser(
    world.deps,
    { username: `u${taskId.slice(-8)}`, email: `${taskId}@example.org`, password: PASSWORD },
    'test',
  )
  for (const { partyId } of members) await record(world.db, 'edge.enrolled', { partyId, linkKeyHash: sha256('') })
  await record(world.db, 'test.awkward', AWKWARD)
  await world.deps.files.put('avatars/a.png', Buffer.from([0, 1, 2, 255]))
  await world.deps.keys.signing()
  await world.deps.keys.encryption()
  return { username: `u${taskId.slice(-8)}`, party: await buildParty(world) }
}

/** Returns the rows of each table in PostgreSQL's text form, without short-lived tables and the log. */
async function contentOf({ db }: Pick<Deps, 'db'>) {
  const tables = await query<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (['migration', 'session', 'rate_limit', 'captcha', 'login_failure', 'platform_log'].includes(name)) continue
    const rows = await query<{ row: string }>(
      db,
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

async function restore(into: string, file: string, databaseUrl?: string) {
  const about = await checkArchive(file)
  return restorePlatform({ file, about, into: join(folder, into), databaseUrl, by: 'test' })
}

async function openRestored(into: string, databaseUrl?: string) {
  const env = {
    DATA_DIR: join(folder, into),
    CAPTCHA_ANSWER: 'right',
    LOG_LEVEL: 'silent',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const { deps, close } = await openPlatform(env)
  const app = createApp(deps.settings)
  await build(app, deps)
  await app.ready()
  const all = { app, deps, settings: deps.settings, close: () => app.close().then(close) }
  opened.push(all.close)
  return all
}

async function logIn(place: Pick<World, 'app' | 'settings'>, username: string) {
  const password = await encrypt(place, PASSWORD)
  return (await call(place, Login, { username, password, captcha: 'right', captchaKey: '1' })).error
}

async function emptyServer(): Promise<ServerDatabase> {
  const database = await openEmptyDatabase()
  opened.push(database.close)
  return database
}

describeOnBoth(
  'a backup',
  (world, kind) => {
    const name = (text: string) => `${kind}-${text}`
    const archive = (text: string) => join(folder, `${name(text)}.tar.gz`)
    /**
     * Returns the URL of a database of the other kind: the embedded database for PostgreSQL, and PostgreSQL, if
     * available, for the embedded database.
     */
    const otherKind = async () => (kind === 'embedded' && serverIsThere ? (await emptyServer()).url : undefined)

    test('restores a backup exactly into the other kind of database and back', {
      meta: { spec: 'calls.platform-backup-restore' },
    }, async () => {
      const w = world()
      const { username } = await fill(w)
      mkdirSync(join(w.deps.settings.DATA_DIR, 'tls'), { recursive: true })
      writeFileSync(join(w.deps.settings.DATA_DIR, 'tls', 'ca.pem'), 'root')
      const before = await contentOf(w)
      const made = await backUpPlatform(w.deps, archive('first'), 'test')
      expect(statSync(made.file).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).filter((file) => file.includes('partial'))).toEqual([])

      const other = await otherKind()
      const { log } = await restore(name('first'), made.file, other)
      expect(log.faults).toEqual([])
      const restored = await openRestored(name('first'), other)
      expect(await contentOf(restored.deps)).toEqual(before)
      expect(Object.keys(before).length).toBeGreaterThan(20)
      expect(await restored.deps.files.get('avatars/a.png')).toEqual(Buffer.from([0, 1, 2, 255]))
      expect(readFileSync(join(folder, name('first'), 'tls', 'ca.pem'), 'utf8')).toBe('root')
      expect((await restored.deps.keys.signing()).kid).toBe((await w.deps.keys.signing()).kid)
      expect(await query(restored.deps.db, sql`select data from platform_log where kind = 'test.awkward'`)).toEqual([
        { data: AWKWARD },
      ])
      expect(await query(restored.deps.db, sql`select id from session`)).toEqual([])
      expect(await logIn(restored, username)).toBeUndefined()

      // The backup is then restored to the first kind of database.
      const again = await backUpPlatform(restored.deps, archive('second'), 'test')
      const home = kind === 'server' ? await emptyServer() : undefined
      expect((await restore(name('second'), again.file, home?.url)).log.faults).toEqual([])
      const back = await openRestored(name('second'), home?.url)
      expect(await contentOf(back.deps)).toEqual(before)
      const kinds = await query<{ kind: string }>(
        back.deps.db,
        sql`select kind from platform_log where kind like 'operator.%' order by seq`,
      )
      expect(kinds.map((row) => row.kind)).toEqual([
        'operator.user-created',
        'operator.backed-up',
        'operator.restored',
        'operator.backed-up',
        'operator.restored',
      ])
    })

    test('refuses a backup that was tampered with, before it creates anything', {
      meta: { spec: 'calls.platform-backup-restore' },
    }, async () => {
      const w = world()
      await w.deps.keys.signing()
      const { file } = await backUpPlatform(w.deps, archive('tampered'), 'test')
      const tar = gunzipSync(readFileSync(file))
      tar.write('operator.backed-uq', tar.indexOf('operator.backed-up'))
      writeFileSync(file, gzipSync(tar))
      await expect(restore(name('never'), file)).rejects.toThrow(/^tables\/platform_log\/\d+\.json was changed$/)
      expect(existsSync(join(folder, name('never')))).toBe(false)
    })

    test('refuses a backup whose log differs from the log at the time of the backup', async () => {
      const w = world()
      await w.deps.keys.signing()
      const { file } = await backUpPlatform(w.deps, archive('forked'), 'test')
      const about = (await checkArchive(file)) as unknown as PlatformBackup
      const forked = { ...about, logHead: { ...about.logHead, hash: '0'.repeat(64) } }
      const into = join(folder, name('forked'))
      const request = { file, about: forked, into, databaseUrl: await otherKind(), by: 'test' }
      await expect(restorePlatform(request)).rejects.toThrow(`entry ${about.logHead.seq} is missing or another`)
      expect(existsSync(into)).toBe(false)
    })

    test('refuses to back up a folder that is not the platform’s, and to restore an archive with an unknown part', async () => {
      const w = world()
      await w.deps.keys.signing()
      const elsewhere = { ...w.deps, settings: { ...w.deps.settings, DATA_DIR: join(folder, 'elsewhere') } }
      await expect(backUpPlatform(elsewhere, archive('keyless'), 'test')).rejects.toThrow('holds no keys of a platform')
      expect(existsSync(archive('keyless'))).toBe(false)

      const { file } = await backUpPlatform(w.deps, archive('plain'), 'test')
      const about = (await checkArchive(file)) as { tables: unknown[] }
      const crafted = new ArchiveWriter(archive('crafted'))
      for await (const { name, size, content } of readArchive(file)) {
        if (name !== 'manifest.json') await crafted.add(name, size, content)
      }
      await crafted.addText('platform.env', 'PORT=1')
      await crafted.finish(about)
      await expect(restore(name('stranger'), archive('crafted'), await otherKind())).rejects.toThrow(
        'The backup contains platform.env, which is not a part of a platform backup.',
      )
      expect(existsSync(join(folder, name('stranger')))).toBe(false)
    })
  },
  WITH_ALGORITHMS,
)

test.skipIf(!serverIsThere)(
  'leaves database and folder unchanged if a restore fails, so that the next restore succeeds',
  { meta: { spec: 'calls.platform-backup-restore' } },
  async () => {
    const w = await buildApp({ kind: 'server' })
    opened.push(w.close)
    await fill(w)
    const { file } = await backUpPlatform(w.deps, join(folder, 'half.tar.gz'), 'test')
    const database = await emptyServer()
    const about = (await checkArchive(file)) as { tables: { name: string; rowCount: number }[]; migrations: string[] }
    const request = { file, into: join(folder, 'half'), databaseUrl: database.url, by: 'test' }
    const tables = about.tables.map((table) => (table.name === 'task' ? { ...table, rowCount: 99 } : table))
    await expect(restorePlatform({ ...request, about: { ...about, tables } })).rejects.toThrow('the table task has')
    const countTables = () =>
      query(database.db, sql`select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect(await countTables()).toEqual([])
    expect(existsSync(request.into)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])

    const newer = { ...about, migrations: [...about.migrations, 'x'], version: '9.9' }
    await expect(restorePlatform({ ...request, about: newer })).rejects.toThrow(
      'Tessera 9.9, which is newer than this one',
    )
    expect(await countTables()).toEqual([])

    const unreleased = ['6e9234286befbed98746910086f40464f780810591caed392f771301b694f1a3', 'x']
    await expect(restorePlatform({ ...request, about: { ...about, migrations: unreleased } })).rejects.toThrow(
      'made before the first release',
    )
    expect(await countTables()).toEqual([])

    // The folder that a killed restore leaves behind.
    mkdirSync(join(folder, '.half.restoring'))
    writeFileSync(join(folder, '.half.restoring.lock'), '999999999 1')
    expect((await restorePlatform({ ...request, about })).log.faults).toEqual([])
    await expect(restorePlatform({ ...request, about })).rejects.toThrow('is not empty')
    rmSync(request.into, { recursive: true })
    await expect(restorePlatform({ ...request, about })).rejects.toThrow('The database of DATABASE_URL is not empty')
  },
)
