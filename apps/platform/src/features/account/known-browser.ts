import { createPublicKey } from 'node:crypto'
import { KNOWN_BROWSER_DAYS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import type { UserRow } from './queries.ts'

const AUDIENCE = 'known-browser'

/**
 * Returns a signed mark that proves an earlier log-in of this user in this browser (OWASP: device cookie). Wrong
 * passwords from other browsers then do not lock this browser out. The mark opens no session, and a new password voids
 * it.
 */
export async function markBrowser({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, user: UserRow, browserId = newId()) {
  const { privateKey, kid } = await keys.signing()
  const issued = Math.floor(clock.now().getTime() / 1_000)
  return new SignJWT({ password: versionOf(user) })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setSubject(user.id)
    .setJti(browserId)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + KNOWN_BROWSER_DAYS * 86_400)
    .sign(privateKey)
}

/** Returns the browser's id if one of its marks belongs to this user. */
export async function findBrowser(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  user: UserRow,
  marks: string[],
): Promise<string | undefined> {
  const publicKey = createPublicKey((await keys.signing()).privateKey)
  for (const mark of marks) {
    const { payload } = await jwtVerify(mark, publicKey, {
      audience: AUDIENCE,
      subject: user.id,
      algorithms: ['EdDSA', 'Ed25519'],
      requiredClaims: ['exp', 'jti'],
      currentDate: clock.now(),
    }).catch(() => ({ payload: null }))
    if (payload?.password === versionOf(user)) return payload.jti
  }
  return undefined
}

const versionOf = ({ passwordHash }: UserRow) => sha256(passwordHash).slice(0, 16)
