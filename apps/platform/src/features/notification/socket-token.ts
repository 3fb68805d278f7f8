import { fail, SOCKET_TOKEN_SECONDS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../lib/auth.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newSecret } from '../../lib/ids.ts'
import { consoleOrigin } from '../../settings.ts'
import { isSessionLive } from '../account/index.ts'
import { socketTokens } from './table.ts'

const LIFE_MS = SOCKET_TOKEN_SECONDS * SECOND_MS

export async function issueSocketToken({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<string> {
  const token = newSecret()
  await db.delete(socketTokens).where(lt(socketTokens.expiryTime, clock.now()))
  await db.insert(socketTokens).values({
    tokenHash: sha256(token),
    userId: actor.userId,
    sessionId: actor.sessionId,
    expiryTime: after(clock.now(), LIFE_MS),
  })
  return token
}

/**
 * Returns the user who opens a socket, according to the single-use token in the socket's subprotocol. Accepts sockets
 * only from the console's own page.
 */
export async function redeemSocketToken({ db, clock, settings }: Deps, request: FastifyRequest, userId: string) {
  if (!isFromConsole(request, consoleOrigin(settings))) fail('session.missing')
  const token = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim()
  if (!token) fail('session.missing')
  const [redeemed] = await db
    .delete(socketTokens)
    .where(and(eq(socketTokens.tokenHash, sha256(token)), eq(socketTokens.userId, userId)))
    .returning()
  if (!redeemed || redeemed.expiryTime < clock.now()) fail('session.expired')
  if (!(await isSessionLive(db, redeemed.sessionId))) fail('session.expired')
  return { userId, sessionId: redeemed.sessionId }
}

/**
 * Returns whether the console opens the socket: the origin is the public address, or has the host of the request
 * (`localhost` instead of `127.0.0.1`).
 */
function isFromConsole(request: FastifyRequest, origin: string): boolean {
  const from = request.headers.origin
  if (from === origin) return true
  return from !== undefined && URL.canParse(from) && new URL(from).host === request.headers.host
}
