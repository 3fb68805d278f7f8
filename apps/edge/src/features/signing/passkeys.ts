import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { fail, type SigningAct } from '@tessera/contract'
import type { Person } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { listPasskeys, type StoredMember, type StoredPasskey, storeCounter } from './queries.ts'

export const MAX_PASSKEYS = 10

/**
 * Returns the WebAuthn relying-party id of this edge, or null if its address is an IP address, for which browsers
 * create no passkeys.
 */
export function passkeyHost(edgeUrl: string): string | null {
  const { hostname } = new URL(edgeUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : hostname
}

const hostOf = ({ edgeUrl }: SigningDeps) => passkeyHost(edgeUrl) ?? fail('signing.passkey-address')
const own = (member: StoredMember, { userId }: Person) => ({ username: member.username, userId })
const known = ({ id, transports }: StoredPasskey) => ({ id, transports })

export async function registrationOptions(deps: SigningDeps, member: StoredMember, actor: Person) {
  const passkeys = listPasskeys(deps.db, member.username)
  if (passkeys.length >= MAX_PASSKEYS) fail('signing.passkeys-full', { most: MAX_PASSKEYS })
  const challenge = deps.challenges.make(own(member, actor), { kind: 'new-passkey' })
  return generateRegistrationOptions({
    rpName: 'Tessera',
    rpID: hostOf(deps),
    userName: member.username,
    userDisplayName: member.displayName,
    challenge: Buffer.from(challenge, 'base64url'),
    excludeCredentials: passkeys.map(known),
    // User verification is required, so that access to an unlocked machine is not enough to sign.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/**
 * Verifies a passkey that a browser has created. The caller also verifies the member's proof and then stores the
 * passkey.
 */
export async function readRegistration(
  deps: SigningDeps,
  member: StoredMember,
  actor: Person,
  registration: object,
): Promise<StoredPasskey> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: registration as RegistrationResponseJSON,
    expectedChallenge: (challenge) => deps.challenges.take(challenge, own(member, actor), { kind: 'new-passkey' }),
    expectedOrigin: new URL(deps.edgeUrl).origin,
    expectedRPID: hostOf(deps),
    requireUserVerification: true,
  }).catch(() => fail('signing.passkey-refused'))
  const { credential } = registrationInfo ?? fail('signing.passkey-refused')
  return {
    id: credential.id,
    username: member.username,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    createTime: deps.now().toISOString(),
  }
}

export async function challengeOptions(deps: SigningDeps, member: StoredMember, actor: Person, act: SigningAct) {
  const challenge = deps.challenges.make(own(member, actor), act)
  return generateAuthenticationOptions({
    rpID: hostOf(deps),
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: listPasskeys(deps.db, member.username).map(known),
    userVerification: 'required',
  })
}

/**
 * Returns whether the response comes from a passkey of this member and answers a challenge that was issued for exactly
 * this act.
 */
export async function isPasskeyRight(
  deps: SigningDeps,
  member: StoredMember,
  actor: Person,
  { act, answer }: { act: SigningAct; answer: { id: string } },
): Promise<boolean> {
  const passkey = listPasskeys(deps.db, member.username).find(({ id }) => id === answer.id)
  if (!passkey) return false
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => deps.challenges.take(challenge, own(member, actor), act),
    expectedOrigin: new URL(deps.edgeUrl).origin,
    expectedRPID: hostOf(deps),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return false
  storeCounter(deps.db, passkey.id, verified.authenticationInfo.newCounter)
  return true
}
