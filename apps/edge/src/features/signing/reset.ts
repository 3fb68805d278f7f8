import type { Db } from '../../db/open.ts'
import { transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { deletePasskeys, findSigner, insertSigner, keepPin, type StoredSigner } from './queries.ts'
import type { Secrets } from './secret.ts'
import { giveCode } from './set-up.ts'

interface Reset {
  username: string
  /** Puts them on the list if they are not there. */
  mayAdd: boolean
  /** Who is at the machine. */
  by: string
}

/** What IT does at the edge's machine when somebody lost every factor; undefined: not on the list. */
export async function resetSigner(
  { db, log, secrets, now }: { db: Db; log: DecisionLog; secrets: Secrets; now: () => Date },
  { username, mayAdd, by }: Reset,
): Promise<string | undefined> {
  const known: StoredSigner | undefined = findSigner(db, username)
  if (!known && !mayAdd) return undefined
  const operator = `operator ${by}`
  log.append(known ? 'factor-reset' : 'signer-added', { username, by: operator })
  transaction(db, () => {
    if (!known) insertSigner(db, { username, displayName: username, addedBy: operator, addTime: now().toISOString() })
    keepPin(db, username, null)
    deletePasskeys(db, username)
  })
  return giveCode({ db, secrets }, username, 'person')
}
