import type { ChainEntry } from '@tessera/server'
import { and, asc, gt, gte, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'
import { platformLog } from '../db/table.ts'

export interface LogFilter {
  since?: Date | undefined
  /** Kind of the returned entries. A prefix matches several kinds: `party` finds `party.created`. */
  kind?: string | undefined
  partyId?: string | undefined
  /** Number of the entry after which entries are returned. */
  after?: number | undefined
}

const BATCH = 500

/** Yields the matching entries of the log, oldest first. */
export async function* searchLog(db: Db, filter: LogFilter): AsyncGenerator<ChainEntry> {
  const { since, kind, partyId } = filter
  const isWanted = and(
    since && gte(platformLog.time, since),
    kind ? sql`(${platformLog.kind} = ${kind} or starts_with(${platformLog.kind}, ${`${kind}.`}))` : undefined,
    partyId ? sql`${platformLog.data} ->> 'partyId' = ${partyId}` : undefined,
  )
  for (let after = filter.after ?? 0; ; ) {
    const rows = await db
      .select()
      .from(platformLog)
      .where(and(gt(platformLog.seq, after), isWanted))
      .orderBy(asc(platformLog.seq))
      .limit(BATCH)
    for (const row of rows) yield { ...row, time: row.time.toISOString() }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.seq ?? after
  }
}
