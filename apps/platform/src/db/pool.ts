import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The pool or a transaction: queries take it as their first argument and work with either.
 * Inside a transaction, use only its `tx`: on the embedded database, the pool would wait for the transaction for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Returns the rows of plain SQL, for statements that the query builder cannot express. */
export async function query<T>(db: Db, statement: SQL): Promise<T[]> {
  return ((await db.execute(statement)) as unknown as { rows: T[] }).rows
}

/** Whether the database will never accept these values (SQLSTATE classes 22 and 23); otherwise a retry may succeed. */
export function refusesValues(error: unknown): boolean {
  const state = ((error as { cause?: unknown } | undefined)?.cause as { code?: unknown } | undefined)?.code
  return typeof state === 'string' && /^2[23]/.test(state)
}
