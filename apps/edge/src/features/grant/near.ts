import { dataKindOf, fail, grantedColumns, isByItself, type NearTicket, type Plan } from '@tessera/contract'
import { type HashedRows, listNear, type Near, type RowsToHash } from '../differencing/index.ts'
import { findDataset, type StoredDataset } from '../rows/index.ts'
import type { GrantDeps } from './deps.ts'
import type { Findings } from './draft.ts'
import { isGranted } from './left-out.ts'
import { findGrant, type StoredGrant } from './queries.ts'

/** Returns the rows that a ticket of this plan covers. */
export const rowsOf = (dataset: StoredDataset, plan: Plan): RowsToHash => ({
  dataset,
  columns: grantedColumns(plan),
  where: isGranted(dataset, plan),
})

/**
 * Returns whether a ticket's rows are compared when the ticket is signed. In a single-party run they are not: its
 * result remains at the edge, and its rows are compared when a member shares the result.
 */
const isCompared = (plan: Plan) => !isByItself(plan)

export function presentNear(deps: GrantDeps, { task, dataset }: Findings, rows: HashedRows): NearTicket[] {
  const { db, hashes, minimumRows } = deps
  if (!isCompared(task.plan)) return []
  const isWhole = dataKindOf(dataset.contentType).isOfferedWhole
  const source = findDataset(db, dataset.parentId ?? '')
  return hashes.near(rows).flatMap(({ grantId, rows: difference }) => {
    const grant = findGrant(db, grantId)
    const leaveOut = hashes.limits.confirmed - difference
    return grant
      ? [
          {
            grantId,
            number: grant.number,
            taskName: grant.taskName,
            signTime: new Date(grant.signTime),
            rows: difference,
            isRefused: difference < hashes.limits.refused,
            leaveOut: isWhole || rows.rowCount - leaveOut < minimumRows ? null : leaveOut,
            hasSameRows: !isWhole && source !== undefined && source.rowCount >= grant.rowCount,
          },
        ]
      : []
  })
}

/**
 * Returns the digests of earlier rows that differ in only a few rows, if the signer has confirmed all of them. Returns
 * undefined if some differ in too few rows to allow signing, or if a confirmation is missing.
 */
export function confirmedNear(
  { hashes }: Pick<GrantDeps, 'hashes'>,
  plan: Plan,
  rows: HashedRows,
  confirmed: string[],
): string[] | undefined {
  const near = isCompared(plan) ? hashes.near(rows) : []
  const isAllowed = ({ rows: difference, grantId }: Near) =>
    difference >= hashes.limits.refused && confirmed.includes(grantId)
  return near.every(isAllowed) ? near.map(({ digest }) => digest) : undefined
}

type BeginDeps = Pick<GrantDeps, 'db' | 'differenceLimits'>

/**
 * Returns whether a run may begin under a ticket. Other runs may have begun since the ticket was signed. The function
 * contains no `await`, so that its result is still true when the caller uses it.
 */
export function mayBegin({ db, differenceLimits }: BeginDeps, grant: StoredGrant): boolean {
  if (!isCompared(grant.plan)) return true
  return (
    grant.rowDigest !== null &&
    grant.comparedBelow >= differenceLimits.confirmed &&
    listNear(db, grant.rowDigest).every(
      ({ digest, rows }) =>
        rows >= differenceLimits.confirmed ||
        (rows >= differenceLimits.refused && grant.confirmedNear.includes(digest)),
    )
  )
}

/**
 * Refuses to share the model of a single-party run if its rows differ in only a few rows from those of a run whose
 * result has left the edge.
 */
export function checkShared({ db, differenceLimits }: BeginDeps, grant: StoredGrant) {
  const near = grant.rowDigest === null ? [] : listNear(db, grant.rowDigest)
  if (near.some(({ rows }) => rows < differenceLimits.confirmed)) fail('result.rows-near')
}
