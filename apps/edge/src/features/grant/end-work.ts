import type { ErrorCode } from '@tessera/contract'
import type { GrantDeps } from './deps.ts'
import { listGrants, type StoredGrant } from './queries.ts'

/** Ends the work under a ticket, including work that began under an earlier ticket for the same task. */
export function endWork(
  { db, killWorkers }: Pick<GrantDeps, 'db' | 'killWorkers'>,
  grant: StoredGrant,
  why: ErrorCode,
) {
  const newestFirst = listGrants(db, grant.taskId)
  const from = newestFirst.findIndex(({ id }) => id === grant.id)
  for (const { id } of newestFirst.slice(from)) killWorkers(id, why)
}
