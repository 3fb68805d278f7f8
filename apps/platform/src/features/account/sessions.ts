import { fail, SESSION_IDLE_HOURS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { sessions, users } from './table.ts'

const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS
/** A session's last use is written at most this often, so that reading calls stay reading calls. */
const TOUCH_MS = MINUTE_MS

/** Channel of the bus: `{sessionId}` of one that ended; its sockets close. */
export const SESSIONS_ENDED = 'sessions-ended'

/** The id is what the log says of it; the token only who was given it knows. */
export async function startSession(db: Db, userId: string, now: Date): Promise<{ token: string; sessionId: string }> {
  const [token, id] = [newSecret(), newId()]
  await db.insert(sessions).values({ id, tokenHash: sha256(token), userId, createTime: now, lastUseTime: now })
  return { token, sessionId: id }
}

/** Whose session the token opens, and that it was used now. */
export async function resumeSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const [found] = await db
    .select({
      session: sessions,
      username: users.username,
      displayName: users.displayName,
      lockedTime: users.lockedTime,
      deleteTime: users.deleteTime,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, sha256(token)))
  const now = clock.now()
  if (!found || found.session.lastUseTime < after(now, -IDLE_MS)) fail('session.expired')
  // Why is told to whoever knows the password: when logging in again.
  if (found.lockedTime || found.deleteTime) fail('session.expired')
  const { session, username, displayName } = found
  if (session.lastUseTime < after(now, -TOUCH_MS)) {
    await db.update(sessions).set({ lastUseTime: now }).where(eq(sessions.id, session.id))
  }
  return { userId: session.userId, username, displayName, sessionId: session.id }
}

/** Ends one session, or all of a user but one; their sockets close in every process. */
export async function endSessions(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  which: { sessionId: string } | { userId: string; except?: string },
) {
  const condition =
    'sessionId' in which
      ? eq(sessions.id, which.sessionId)
      : and(eq(sessions.userId, which.userId), which.except ? ne(sessions.id, which.except) : undefined)
  const ended = await db.delete(sessions).where(condition).returning({ id: sessions.id })
  for (const { id } of ended) await bus.publish(db, SESSIONS_ENDED, { sessionId: id })
}

/** There is such a session, of somebody the operator has not locked. */
export async function isSessionLive(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(users.lockedTime)))
  return found.length > 0
}
