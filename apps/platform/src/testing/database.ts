import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { writeAtomically } from '@tessera/server'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { MIGRATIONS, migrate } from '../db/migrate.ts'
import { type Database, embeddedDatabase, openServerDatabase } from '../db/open.ts'
import { query } from '../db/pool.ts'
import { checkServer, SERVER_URL } from './server.ts'

export type DatabaseKind = 'embedded' | 'server'

export const serverIsThere = await checkServer()

/**
 * Opens a separate, migrated database for a test. It is copied from a template with these migrations, because migrating
 * takes seconds.
 */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return kind === 'embedded' ? openFromSnapshot() : openFromTemplate()
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (file.endsWith('.sql')) hash.update(await readFile(join(MIGRATIONS, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function openFromSnapshot(): Promise<Database> {
  const loadDataDir = await snapshotOf(await migrationsHash(), ({ db }) => migrate(db))
  return embeddedDatabase(await PGlite.create({ loadDataDir }))
}

/**
 * Opens an empty embedded database, in memory or in a folder. The database is copied from a snapshot, because creating
 * it takes twice as long.
 */
export async function openEmptyEmbedded(dataDir?: string): Promise<PGlite> {
  const loadDataDir = await snapshotOf('empty', async () => {})
  return PGlite.create({ ...(dataDir ? { dataDir } : {}), loadDataDir })
}

async function snapshotOf(name: string, fill: (database: Database) => Promise<void>): Promise<Blob> {
  const path = join(tmpdir(), `tessera-test-${process.getuid?.()}-${name}-${await embeddedVersion()}.tar`)
  if (!existsSync(path)) await makeSnapshot(path, fill)
  return new Blob([await readFile(path)])
}

async function makeSnapshot(path: string, fill: (database: Database) => Promise<void>) {
  const client = await PGlite.create()
  const database = await embeddedDatabase(client)
  await fill(database)
  const dump = await client.dumpDataDir('none')
  await writeAtomically(path, Buffer.from(await dump.arrayBuffer()))
  await database.close()
}

/**
 * Returns the version of PGlite. The template's name contains it, because another version may not be able to read the
 * files.
 */
async function embeddedVersion(): Promise<string> {
  const about = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return (JSON.parse(await readFile(about, 'utf8')) as { version: string }).version
}

async function openFromTemplate(): Promise<Database> {
  const template = `tessera_template_${await migrationsHash()}`
  await onServer(async (client) => {
    // One test file at a time may create the template. The other test files wait and then find the template.
    await client.query('select pg_advisory_lock(7351022)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount) return
    // The draft of an interrupted test run is deleted.
    await client.query(`drop database if exists ${template}_draft with (force)`)
    await client.query(`create database ${template}_draft`)
    const draft = await openServerDatabase(urlOf(`${template}_draft`))
    await migrate(draft.db)
    await draft.close()
    await client.query(`alter database ${template}_draft rename to ${template}`)
  })
  return openCreated(`template ${template}`)
}

/** Creates a separate empty database on the PostgreSQL server. */
export const openEmptyDatabase = (): Promise<ServerDatabase> => openCreated('')

export type ServerDatabase = Database & { url: string }

async function openCreated(how: string): Promise<ServerDatabase> {
  const name = `tessera_test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name} ${how}`))
  const url = urlOf(name)
  const database = await openServerDatabase(url)
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Opens connections to the same database, like another process. Closing them does not delete the database. */
export async function openBeside(database: Pick<Database, 'db'>): Promise<Database> {
  return openServerDatabase(await urlOfDatabase(database))
}

/** Returns the URL with which other processes open the PostgreSQL database of a test world. */
export async function urlOfDatabase({ db }: Pick<Database, 'db'>): Promise<string> {
  return urlOf(await nameOf(db))
}

async function nameOf(db: Database['db']): Promise<string> {
  const [found] = await query<{ name: string }>(db, sql`select current_database() as name`)
  return found?.name ?? ''
}

/** Creates an empty database on the PostgreSQL server, for a platform that runs in its own processes. */
export async function newServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `tessera_test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name}`))
  return {
    url: urlOf(name),
    drop: () => onServer((client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** Creates a database user who may log in, whose password is the name, and who has no other rights. */
export async function newServerUser(): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `tessera_test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create role ${name} login password '${name}'`))
  return { name, drop: () => onServer((client) => client.query(`drop role ${name}`)) }
}

function urlOf(name: string): string {
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  return url.href
}

/** Disconnects every client of this database and refuses new ones. Call the returned function to allow them again. */
export async function cutOff({ db }: Pick<Database, 'db'>): Promise<() => Promise<void>> {
  const name = await nameOf(db)
  const allow = (isAllowed: boolean) =>
    onServer((client) => client.query(`alter database ${name} with allow_connections ${isAllowed}`))
  await allow(false)
  await onServer((client) =>
    client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name]),
  )
  return () => allow(true)
}

async function onServer(work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
