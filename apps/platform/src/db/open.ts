import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { acquireLock, NotThere } from '@tessera/server'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type Bus, openEmbeddedBus, openServerBus } from './bus.ts'
import { guardFreeSpace, missingSpace } from './free-space.ts'
import type { Db } from './pool.ts'
import { whyUnreachable } from './why-unreachable.ts'

export interface Database {
  db: Db
  bus: Bus
  close(): Promise<void>
}

/**
 * Opens PostgreSQL if `DATABASE_URL` is set; otherwise opens PostgreSQL compiled to WebAssembly (PGlite) in the data
 * folder.
 */
export function openDatabase(settings: { DATABASE_URL?: string | undefined; DATA_DIR: string }): Promise<Database> {
  return settings.DATABASE_URL ? openServerDatabase(settings.DATABASE_URL) : openEmbedded(join(settings.DATA_DIR))
}

async function openEmbedded(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = acquireLock(
    join(dataDir, 'database.lock'),
    (holder) =>
      `The embedded database is in use by ${holder}, and only one process can open it. Stop that one first (is it the platform?), or use PostgreSQL: DATABASE_URL.`,
  )
  try {
    const lack = missingSpace(dataDir)
    if (lack) throw new NotThere(notEnoughSpace(dataDir, lack))
    const client = await PGlite.create(join(dataDir, 'database'))
    guardFreeSpace(client, dataDir, endWithoutSpace)
    const database = await embeddedDatabase(client)
    return {
      ...database,
      close: async () => {
        // Without free space, the database cannot shut down cleanly. It ends as after a power cut, and the next start
        // recovers it.
        if (!missingSpace(dataDir)) await database.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

const notEnoughSpace = (dataDir: string, { free, needed }: { free: number; needed: number }) =>
  `The disk of ${dataDir} is full: ${free} MB are free, the embedded database needs ${needed} MB. Free some; then it goes on.`

/** Ends the process. Committed data is on the disk, and the process supervisor starts the platform again. */
function endWithoutSpace({ message }: Error) {
  console.error(`${new Date().toISOString()} platform: the embedded database ended and must be reopened: ${message}`)
  process.exit(1)
}

export async function embeddedDatabase(client: PGlite): Promise<Database> {
  const bus = await openEmbeddedBus(client)
  return {
    db: drizzleEmbedded(client) as unknown as Db,
    bus,
    close: async () => {
      await bus.close()
      await client.close()
    },
  }
}

export async function openServerDatabase(url: string): Promise<Database> {
  // Disables JIT, because compiling these queries took longer than running them. Lowers the cost of a random page: at
  // the default, PostgreSQL read a whole table for a hundredth of its rows, although the data is in memory or on a disk
  // without seek times.
  const onConnect = async (client: pg.ClientBase) =>
    void (await client.query('set jit = off; set random_page_cost = 1.1'))
  const pool = new pg.Pool({ connectionString: url, max: 10, onConnect })
  // The error of a broken connection is ignored here: the next query reports it, whether the connection was idle or in
  // a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const bus = await openServerBus(url).catch((error: unknown) => {
    throw whyUnreachable(error, url)
  })
  return {
    db: drizzleServer(pool) as unknown as Db,
    bus,
    close: async () => {
      await bus.close()
      await pool.end()
    },
  }
}
