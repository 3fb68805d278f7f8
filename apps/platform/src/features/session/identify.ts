import type { Db } from '../../db/pool.ts'
import type { Identify } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import { resumeSession } from '../account/index.ts'
import { requireMembership } from '../party/index.ts'

/** Returns the user of the session token, and the user's role in the party for which they act. */
export async function identifyActor(
  deps: { db: Db; clock: Clock },
  token: string,
  partyId: string | null,
): ReturnType<Identify> {
  const person = await resumeSession(deps, token)
  if (partyId === null) return { ...person, partyId, role: 'tourist', isSuperAdmin: false, orgCode: '' }
  return { ...person, partyId, ...(await requireMembership(deps.db, person.userId, partyId)) }
}
