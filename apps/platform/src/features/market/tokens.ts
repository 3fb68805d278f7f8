import { fail, MARKET_TOKEN_SECONDS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { and, eq, gt } from 'drizzle-orm'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { record } from '../../lib/audit.ts'
import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newSecret } from '../../lib/ids.ts'
import { marketTokens } from '../account/index.ts'

/** Type and purpose of market tokens. No other token of the platform has them. */
const TYPE = 'market+jwt'
const PURPOSE = 'market'

/** Issues a token that identifies a user to one market. The market can redeem it once, within a minute. */
export async function issueMarketToken({ db, keys, clock }: Deps, userId: string, market: string): Promise<string> {
  const { privateKey, kid } = await keys.signing()
  const now = clock.now()
  const issued = Math.floor(now.getTime() / SECOND_MS)
  const id = newSecret()
  const token = await new SignJWT({ purpose: PURPOSE })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: TYPE })
    .setIssuer('platform')
    .setSubject(userId)
    .setAudience(market)
    .setJti(id)
    .setIssuedAt(issued)
    .setExpirationTime(issued + MARKET_TOKEN_SECONDS)
    .sign(privateKey)
  const expiryTime = after(now, MARKET_TOKEN_SECONDS * SECOND_MS)
  await db.transaction(async (tx) => {
    await tx.insert(marketTokens).values({ tokenHash: sha256(id), userId, expiryTime })
    await record(tx, 'market.token-issued', { userId, market }, now)
  })
  return token
}

/** Returns the user of a market token. Of two concurrent calls, only one succeeds. */
export async function redeemMarketToken(deps: Deps, token: string, market: string): Promise<string> {
  const { jti, sub } = (await readMarketToken(deps, token, market)) ?? fail('market.ticket-invalid')
  if (!jti || !sub) fail('market.ticket-invalid')
  const { db, clock } = deps
  const isGood = and(
    eq(marketTokens.tokenHash, sha256(jti)),
    eq(marketTokens.userId, sub),
    gt(marketTokens.expiryTime, clock.now()),
  )
  const [redeemed] = await db.delete(marketTokens).where(isGood).returning({ userId: marketTokens.userId })
  return redeemed?.userId ?? fail('market.ticket-invalid')
}

async function readMarketToken({ keys, clock }: Deps, token: string, market: string): Promise<JWTPayload | undefined> {
  const { jwk } = await keys.signing()
  try {
    const { payload } = await jwtVerify(token, jwk, {
      audience: market,
      issuer: 'platform',
      typ: TYPE,
      algorithms: ['EdDSA', 'Ed25519'],
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      currentDate: clock.now(),
    })
    return payload.purpose === PURPOSE ? payload : undefined
  } catch {
    return undefined
  }
}
