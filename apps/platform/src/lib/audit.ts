import type { LogHead } from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry } from '@tessera/server'
import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'
import { platformLog } from '../db/table.ts'

/** Any number, the same in every process: who holds it appends. */
const APPENDING = 7_351_021

/**
 * Appends to the platform's log within the caller's transaction. Appending goes one at a time until that transaction
 * ends, so call it last: a row lock taken after it could wait for somebody who waits for the log.
 */
export async function record(db: Db, kind: string, data: Record<string, unknown>, time = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${APPENDING})`)
    const entry = nextEntry(await platformLogHead(tx), kind, data, time)
    await tx.insert(platformLog).values({ ...entry, time: new Date(entry.time) })
  })
}

export async function platformLogHead(db: Db): Promise<LogHead> {
  const [newest] = await db
    .select({ seq: platformLog.seq, hash: platformLog.hash })
    .from(platformLog)
    .orderBy(desc(platformLog.seq))
    .limit(1)
  return newest ?? CHAIN_START
}

export async function listPlatformLog(db: Db): Promise<ChainEntry[]> {
  const entries: ChainEntry[] = []
  for await (const entry of readPlatformLog(db)) entries.push(entry)
  return entries
}

const BATCH = 1_000

/** Every entry up to `until`, oldest first, in little memory: what is appended meanwhile is left out. */
export async function* readPlatformLog(db: Db, until?: LogHead): AsyncGenerator<ChainEntry> {
  for (let after = 0; ; ) {
    const isWanted = and(gt(platformLog.seq, after), until && lte(platformLog.seq, until.seq))
    const rows = await db.select().from(platformLog).where(isWanted).orderBy(asc(platformLog.seq)).limit(BATCH)
    for (const row of rows) yield { ...row, time: row.time.toISOString() }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.seq ?? after
  }
}
