import { type FirstProof, fail, type Proof } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { endMemberSessions } from './end-member-sessions.ts'
import { oneCheckAtATime } from './one-check-at-a-time.ts'
import { readRegistration } from './passkeys.ts'
import { memberOf, prove } from './prove.ts'
import type { Place } from './provider.ts'
import { deleteForGood, unbar } from './provider-people.ts'
import {
  emptyBooksLog,
  findMember,
  hasFactor,
  insertMember,
  insertPasskey,
  listSigners,
  storePin,
  storeRole,
  storeUser,
  voidCode,
} from './queries.ts'
import { deleteFactors } from './reset.ts'
import { giveCode } from './set-up.ts'

interface ProvedRequest {
  username: string
  proof: Proof
}

export function addMember(
  deps: SigningDeps,
  { username, displayName, role, department, proof }: ProvedRequest & Place & { displayName: string },
  actor: Actor,
): Promise<string> {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'add-member', username, role, department }, proof)
    if (findMember(deps.db, username)) fail('signing.already-member', { username })
    const place = { role, department }
    deps.log.append('member-added', { username, ...place, by: member.username, userId: actor.userId, factor: by })
    const addTime = deps.now().toISOString()
    insertMember(deps.db, {
      username,
      displayName: displayName || username,
      addedBy: member.username,
      addTime,
      ...place,
      provider: unbar(deps, username),
    })
    return giveCode(deps, username, 'person')
  })
}

export function changeMember(
  deps: SigningDeps,
  { username, role, department, proof }: ProvedRequest & Place,
  actor: Actor,
) {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'change-member', username, role, department }, proof)
    const known = requirePerson(deps, username)
    if (known.provider) fail('signing.place-from-provider', { username })
    if (role !== 'signer') requireOtherSigner(deps, username)
    const place = { role, department }
    deps.log.append('member-changed', { username, ...place, by: member.username, userId: actor.userId, factor: by })
    storeRole(deps.db, username, place)
  })
}

/**
 * Resets a member who has lost PIN and passkeys: these no longer work, the member's sessions end, and a new one-time
 * code is returned.
 */
export function resetMember(deps: SigningDeps, { username, proof }: ProvedRequest, actor: Actor): Promise<string> {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'reset-member', username }, proof)
    requirePerson(deps, username)
    requireOtherSigner(deps, username)
    deps.log.append('factor-reset', { username, by: member.username, userId: actor.userId, factor: by })
    deleteFactors(deps.db, username)
    endMemberSessions(deps, username, 'reset')
    return giveCode(deps, username, 'person')
  })
}

export function removeMember(deps: SigningDeps, { username, proof }: ProvedRequest, actor: Actor) {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'remove-member', username }, proof)
    const known = requireMember(deps, username)
    requireOtherSigner(deps, username)
    deps.log.append('member-removed', { username, by: member.username, userId: actor.userId, factor: by })
    deleteForGood(deps.db, known)
    endMemberSessions(deps, username, 'removed')
  })
}

const requireMember = ({ db }: SigningDeps, username: string) =>
  findMember(db, username) ?? fail('signing.member-unknown', { username })

function requirePerson(deps: SigningDeps, username: string) {
  const known = requireMember(deps, username)
  return known.machine ? fail('signing.machine-as-made', { username }) : known
}

function requireOtherSigner({ db }: SigningDeps, username: string) {
  const others = listSigners(db).filter((other) => other.username !== username)
  if (!others.some((other) => hasFactor(db, other))) fail('signing.last-signer', { username })
}

export function setPin(deps: SigningDeps, { pin, proof }: { pin: string; proof: FirstProof }, actor: Actor) {
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'set-pin' }, proof)
    const hash = await deps.secrets.hashOf(pin)
    deps.log.append('factor-set', { username: member.username, factor: 'pin', by, userId: actor.userId })
    transaction(deps.db, () => {
      storePin(deps.db, member.username, hash)
      recordUser(deps, member.username, actor)
    })
    emptyBooksLog(deps.db)
    // An attacker who knew the previous PIN may have opened a session with it, so the sessions end.
    deps.sessions.endAllOf(
      member.username,
      'pin-changed',
      'sessionId' in actor.shown ? actor.shown.sessionId : undefined,
    )
  })
}

export function addPasskey(
  deps: SigningDeps,
  { registration, proof }: { registration: object; proof: FirstProof },
  actor: Actor,
) {
  return oneCheckAtATime(async () => {
    const passkey = await readRegistration(deps, memberOf(deps, actor), actor, registration)
    const { member, by } = await prove(deps, actor, { kind: 'add-passkey' }, proof)
    deps.log.append('factor-set', { username: member.username, factor: 'passkey', by, userId: actor.userId })
    transaction(deps.db, () => {
      if (!insertPasskey(deps.db, passkey)) fail('signing.passkey-refused')
      voidCode(deps.db, member.username)
      recordUser(deps, member.username, actor)
    })
  })
}

/**
 * Binds the platform's user to the member. Tokens name the platform's user; a session does so only if the edge already
 * knows the user.
 */
function recordUser({ db }: SigningDeps, username: string, { userId, shown }: Actor) {
  if ('tokenId' in shown) storeUser(db, username, userId)
}
