import type { Db } from '../../db/open.ts'
import { transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { deletePasskeys, findMember, insertMember, storePin } from './queries.ts'
import type { Secrets } from './secret.ts'
import { giveCode } from './set-up.ts'

interface Reset {
  username: string
  /** Whether to add the user to the member list as a signer if the user is not a member. */
  mayAdd: boolean
  /** Name of the operator who uses the machine. */
  by: string
}

/**
 * Resets a member who has lost PIN and passkeys, at the request of the operator on the edge's machine. Returns
 * undefined if the user is not a member.
 */
export async function resetByOperator(
  { db, log, secrets, now }: { db: Db; log: DecisionLog; secrets: Secrets; now: () => Date },
  { username, mayAdd, by }: Reset,
): Promise<string | undefined> {
  const known = findMember(db, username)
  // Programs have no PIN or passkey to reset.
  if (known ? known.machine : !mayAdd) return undefined
  const operator = `operator ${by}`
  const place = { role: 'signer', department: '' } as const
  log.append(known ? 'factor-reset' : 'member-added', { username, ...(known ? {} : place), by: operator })
  const addTime = now().toISOString()
  if (!known) insertMember(db, { username, displayName: username, ...place, addedBy: operator, addTime })
  deleteFactors(db, username)
  return giveCode({ db, secrets }, username, 'person')
}

export function deleteFactors(db: Db, username: string) {
  transaction(db, () => {
    storePin(db, username, null)
    deletePasskeys(db, username)
  })
}
