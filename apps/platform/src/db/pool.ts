import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The pool or a transaction. Every query takes this as its first argument and works with either.
 * Inside a transaction, use only its `tx`: with the embedded database, a query on the pool would wait for the
 * transaction forever.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Returns the rows of plain SQL, for statements that the query builder cannot express. */
export async function query<T>(db: Db, statement: SQL): Promise<T[]> {
  return ((await db.execute(statement)) as unknown as { rows: T[] }).rows
}

/**
 * Whether the database refuses these values permanently (SQLSTATE classes 22 and 23). After any other error, a retry
 * may succeed.
 */
export function refusesValues(error: unknown): boolean {
  const state = ((error as { cause?: unknown } | undefined)?.cause as { code?: unknown } | undefined)?.code
  return typeof state === 'string' && /^2[23]/.test(state)
}
