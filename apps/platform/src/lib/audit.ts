import type { LogHead } from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry } from '@tessera/server'
import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'
import { platformLog } from '../db/table.ts'

/** Key of the advisory lock for appending to the log. The number is arbitrary, but the same in every process. */
const APPENDING = 7_351_021

/**
 * Appends an entry to the platform's log within the caller's transaction. Until that transaction ends, no other
 * transaction can append. Call this function last: a row lock that is taken afterwards could deadlock with a
 * transaction that waits for the log.
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

/** Yields every entry up to `until`, oldest first, in batches. Entries that are appended meanwhile are left out. */
export async function* readPlatformLog(db: Db, until?: LogHead): AsyncGenerator<ChainEntry> {
  for (let after = 0; ; ) {
    const isWanted = and(gt(platformLog.seq, after), until && lte(platformLog.seq, until.seq))
    const rows = await db.select().from(platformLog).where(isWanted).orderBy(asc(platformLog.seq)).limit(BATCH)
    for (const row of rows) yield { ...row, time: row.time.toISOString() }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.seq ?? after
  }
}
