import { fail, SESSION_IDLE_HOURS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { after, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { sessions, users } from './table.ts'

const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS
/** Minimum time between updates of a session's last use, so that most read requests write nothing. */
const TOUCH_MS = MINUTE_MS

/** Bus channel for the ids of ended sessions (`{sessionId}`). Every process closes their sockets. */
export const SESSIONS_ENDED = 'sessions-ended'

/** Starts a session. The log names the session by its id; only the client knows the token. */
export async function startSession(db: Db, userId: string, now: Date): Promise<{ token: string; sessionId: string }> {
  const [token, id] = [newSecret(), newId()]
  await db.insert(sessions).values({ id, tokenHash: sha256(token), userId, createTime: now, lastUseTime: now })
  return { token, sessionId: id }
}

/** Returns the session's user, and stores the time of this use. */
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
  // The reason is not given here; the next log-in shows it to users who know the password.
  if (found.lockedTime || found.deleteTime) fail('session.expired')
  const { session, username, displayName } = found
  if (session.lastUseTime < after(now, -TOUCH_MS)) {
    await db.update(sessions).set({ lastUseTime: now }).where(eq(sessions.id, session.id))
  }
  return { userId: session.userId, username, displayName, sessionId: session.id }
}

/** Ends one session, or all of a user's sessions except one. Their sockets close in every process. */
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

/** Returns whether a session exists and its user is not locked. */
export async function isSessionLive(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(users.lockedTime)))
  return found.length > 0
}
