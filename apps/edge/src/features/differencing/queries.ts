import { all, type Db, get, put, run, transaction } from '../../db/open.ts'
import type { HashedRows } from './hash-rows.ts'

type Stored = Omit<HashedRows, 'file'>

export function saveHashed(db: Db, { digest, rowCount, columns }: Stored) {
  put(db, 'row_hashes', { digest, row_count: rowCount, columns: JSON.stringify(columns) })
}

export const listHashed = (db: Db): Stored[] =>
  all(db, 'select * from row_hashes').map((row) => ({
    digest: String(row.digest),
    rowCount: Number(row.row_count),
    columns: JSON.parse(String(row.columns)),
  }))

export const findHashed = (db: Db, digest: string) => listHashed(db).find((one) => one.digest === digest)

/** Stores the difference between two sets of rows in both directions, so that each set finds the other. */
export function saveDifference(db: Db, digest: string, other: string, rows: number) {
  put(db, 'row_differences', { digest, other, rows })
  put(db, 'row_differences', { digest: other, other: digest, rows })
}

/**
 * SQL condition for tickets that are compared with new ones: their run has begun and its result has left this edge. The
 * model of a single-party run remains at the edge until a member shares it, so its ticket counts only from then on.
 */
const COUNTS = `run_id is not null and (json_array_length(plan, '$.parties') <> 1
  or exists (select 1 from kept_results where kept_results.run_id = grants.run_id and shared_time is not null))`

/** Returns the newest ticket that is compared with new ones and whose rows have this digest. */
export function findCounted(db: Db, digest: string): string | undefined {
  const row = get(
    db,
    `select id from grants where row_digest = ? and ${COUNTS} order by sign_time desc, rowid desc limit 1`,
    digest,
  )
  return row && String(row.id)
}

/**
 * Lists the sets of rows, of tickets that are compared with new ones, that differ from the given rows in only a few
 * rows.
 */
export const listNear = (db: Db, digest: string): { digest: string; rows: number }[] =>
  all(
    db,
    `select other, rows from row_differences where digest = ?
     and exists (select 1 from grants where row_digest = other and ${COUNTS})`,
    digest,
  ).map((row) => ({ digest: String(row.other), rows: Number(row.rows) }))

/** Deletes the hashes that no ticket refers to, and returns their digests. */
export function forgetUnused(db: Db): string[] {
  return transaction(db, () => {
    const unused = all(
      db,
      'select digest from row_hashes where not exists (select 1 from grants where row_digest = digest)',
    ).map((row) => String(row.digest))
    for (const digest of unused) {
      run(db, 'delete from row_hashes where digest = ?', digest)
      run(db, 'delete from row_differences where digest = ? or other = ?', digest, digest)
    }
    return unused
  })
}
