import {
  AppError,
  type ErrorCode,
  type ErrorParams,
  type Factor,
  type FirstProof,
  fail,
  type SigningAct,
} from '@tessera/contract'
import type { Person } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { isPasskeyRight } from './passkeys.ts'
import { countAttempt } from './pin-attempts.ts'
import { requireVouched } from './provider-people.ts'
import {
  findMemberOf,
  hasFactor,
  noTries,
  type StoredMember,
  signerNames,
  storeAttempts,
  type TriedAt,
} from './queries.ts'
import { bareCode } from './secret.ts'

type By = Factor | 'code'

/**
 * Returns the member to whom a user corresponds. Only this edge's own member list decides; a role on the platform makes
 * no user a member or signer here.
 */
export function memberOf({ db }: Pick<SigningDeps, 'db'>, actor: Person): StoredMember {
  return findMemberOf(db, actor) ?? fail('signing.not-member', { signers: signerNames(db) })
}

export function signerOf({ db }: Pick<SigningDeps, 'db'>, actor: Person): StoredMember {
  const member = findMemberOf(db, actor)
  return member?.role === 'signer' ? member : fail('grant.not-signer', { signers: signerNames(db) })
}

export const isSigner = ({ db }: Pick<SigningDeps, 'db'>, actor: Person) => findMemberOf(db, actor)?.role === 'signer'

/** Acts that readers may also perform, because they affect only the reader. */
const OWN_ACTS: readonly SigningAct['kind'][] = ['set-pin', 'add-passkey', 'open-session']

/**
 * Verifies the PIN or passkey for an act. A one-time code is accepted only until the member has set a PIN or passkey.
 */
export async function prove(
  deps: SigningDeps,
  actor: Person,
  act: SigningAct,
  proof: FirstProof,
): Promise<{ member: StoredMember; by: By }> {
  const mayAct = OWN_ACTS.includes(act.kind) ? memberOf : signerOf
  const member = mayAct(deps, actor)
  const by: By = 'pin' in proof ? 'pin' : 'passkey' in proof ? 'passkey' : 'code'
  if (act.kind !== 'open-session') requireVouched(deps, member)
  try {
    if ('pin' in proof) await provePin(deps, member, act, proof.pin)
    else if ('passkey' in proof) await provePasskey(deps, member, actor, { act, answer: proof.passkey })
    else await proveCode(deps, member, proof.code)
  } catch (error) {
    if (error instanceof AppError && isForTheLog(deps, member, act, error.code)) {
      const { username } = member
      deps.log.append('factor-refused', { what: act.kind, username, userId: actor.userId, by, code: error.code })
    }
    throw error
  }
  // The member may have been removed from the list during the check.
  return { member: mayAct(deps, actor), by }
}

/**
 * Log the attempt that triggered the lock-out, but not the attempts during it, so that an attacker cannot flood the
 * log.
 * For log-in attempts, repeated refusals are not logged either, because the caller is not authenticated.
 */
function isForTheLog({ refusals }: SigningDeps, { username }: StoredMember, act: SigningAct, code: ErrorCode) {
  if (code === 'signing.pin-locked') return false
  return act.kind !== 'open-session' || code === 'signing.pin-wrong' || refusals.isNews(username, code)
}

async function provePin(deps: SigningDeps, member: StoredMember, act: SigningAct, pin: string) {
  const { pinHash } = member
  if (pinHash === null) fail(hasFactor(deps.db, member) ? 'signing.no-pin' : 'signing.code-needed')
  const at = act.kind === 'open-session' ? 'session' : 'signing'
  await proveTyped(deps, member, { typed: pin, hash: pinHash, refusal: 'signing.pin-wrong', at })
}

async function proveCode(deps: SigningDeps, member: StoredMember, code: string) {
  const { codeHash: hash } = member
  await proveTyped(deps, member, { typed: bareCode(code), hash, refusal: 'signing.code-wrong', at: 'signing' })
}

async function proveTyped(
  deps: SigningDeps,
  { username }: StoredMember,
  { typed, hash, refusal, at }: { typed: string; hash: string | null; refusal: ErrorCode; at: TriedAt },
) {
  // Without the pepper of the hash, right and wrong secrets cannot be distinguished, so this attempt does not count as
  // wrong.
  if (hash !== null && deps.secrets.isLost(hash)) fail('signing.pepper-lost', { username })
  const params: ErrorParams = countAttempt(deps, username, at)
  if (hash === null || !(await deps.secrets.isRight(typed, hash))) fail(refusal, params)
  storeAttempts(deps.db, username, at, noTries)
}

async function provePasskey(
  deps: SigningDeps,
  member: StoredMember,
  actor: Person,
  response: { act: SigningAct; answer: { id: string } },
) {
  if (!(await isPasskeyRight(deps, member, actor, response))) fail('signing.passkey-refused')
}
