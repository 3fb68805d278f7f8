import { ANNOUNCEMENT_MAX, fail } from '@tessera/contract'
import { and, asc, gt, isNull } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import { type Actor, requireAdmin } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'
import { notify } from '../../lib/notices.ts'
import { users } from '../account/index.ts'
import { listMembers, partyNamesOf } from '../party/index.ts'

type Announcing = Pick<Deps, 'db' | 'bus' | 'clock'>

/** Limit per party, because announcements are meant to be occasional, unlike a chat. */
const ANNOUNCEMENTS_AN_HOUR = 10
const USERS_AT_ONCE = 1_000

/** Sends a text that a party's administrator wrote to all members of the party. */
export async function announce(deps: Announcing, actor: Actor, input: string): Promise<void> {
  const partyId = requireAdmin(actor)
  const text = checkText(input)
  await limit(deps, `announcement:${partyId}`, ANNOUNCEMENTS_AN_HOUR, HOUR_MS)
  await deps.db.transaction(async (tx) => {
    const readers = (await listMembers(tx, partyId)).map(({ userId }) => ({ userId, partyId }))
    const params = { ...(await partyNamesOf(tx, partyId)), text }
    const about = { kind: 'party.announcement', params, subject: 'party', subjectId: partyId } as const
    await notify(tx, deps, readers, about)
    await record(tx, 'party.announced', { partyId, userId: actor.userId, readers: readers.length })
  })
}

/**
 * Sends the operator's text to all users, in batches, so that other requests do not wait. Returns the number of users.
 */
export async function announceToAll(deps: Announcing, input: string): Promise<number> {
  const text = checkText(input)
  const about = { kind: 'system.announcement', params: { text }, subject: 'system', subjectId: newId() } as const
  let readerCount = 0
  for (let last = ''; ; ) {
    const some = await deps.db
      .select({ id: users.id })
      .from(users)
      .where(and(gt(users.id, last), isNull(users.deleteTime)))
      .orderBy(asc(users.id))
      .limit(USERS_AT_ONCE)
    const end = some.at(-1)
    if (!end) return readerCount
    const readers = some.map(({ id }) => ({ userId: id, partyId: null }))
    await deps.db.transaction((tx) => notify(tx, deps, readers, about))
    readerCount += some.length
    last = end.id
  }
}

function checkText(input: string): string {
  const text = input.trim()
  if (text === '' || [...text].length > ANNOUNCEMENT_MAX) {
    fail('notification.announcement-invalid', { limit: ANNOUNCEMENT_MAX })
  }
  return text
}
