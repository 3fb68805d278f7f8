import { createPublicKey } from 'node:crypto'
import { KNOWN_BROWSER_DAYS } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import type { UserRow } from './queries.ts'

const AUDIENCE = 'known-browser'

/**
 * Proves that a user has logged in from a browser before (a device cookie in OWASP's terms): whoever else types wrong
 * passwords for that name does not lock this browser out. It opens no session, and a new password ends it.
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

/** The id of the browser, where one of its marks is this user's. */
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
