import type { ErrorCode } from '@tessera/contract'
import type { GrantDeps } from './deps.ts'
import { listGrants, type StoredGrant } from './queries.ts'

/** Ends what runs under a ticket. What began under one signed earlier for the same task went on under this one. */
export function endWork(
  { db, killWorkers }: Pick<GrantDeps, 'db' | 'killWorkers'>,
  grant: StoredGrant,
  why: ErrorCode,
) {
  const newestFirst = listGrants(db, grant.taskId)
  const from = newestFirst.findIndex(({ id }) => id === grant.id)
  for (const { id } of newestFirst.slice(from)) killWorkers(id, why)
}
