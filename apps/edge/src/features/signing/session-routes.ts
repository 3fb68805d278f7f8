import { type EdgeSession, fail } from '@tessera/contract'
import {
  BeginProviderSession,
  EndEdgeSession,
  GetEdgeSession,
  GetSessionProvider,
  MakeSessionChallenge,
  OpenEdgeSession,
  OpenMachineSession,
  OpenProviderSession,
  ShareEdgeSession,
} from '@tessera/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallerCheck, userIdOf } from '../../lib/caller-check.ts'
import type { Session } from '../../lib/edge-sessions.ts'
import type { Actor, Person } from '../../lib/edge-token.ts'
import { requireOwnPage } from '../../lib/own-page.ts'
import { readProof, readProofOf, refuseProof } from '../../lib/request-proof.ts'
import type { Serve } from '../../lib/serve.ts'
import type { SigningDeps } from './deps.ts'
import { machineOf } from './machines.ts'
import { oneCheckAtATime } from './one-check-at-a-time.ts'
import { challengeOptions } from './passkeys.ts'
import { prove } from './prove.ts'
import { admit } from './provider-people.ts'
import { findMember, findMemberOf, type StoredMember, storeUser } from './queries.ts'

type SessionDeps = SigningDeps & { callerCheck: CallerCheck }

/**
 * Serves the calls by which members on the edge's own list open and end sessions. The platform is not involved and may
 * be offline.
 */
export function sessionRoutes(serve: Serve, app: FastifyInstance, deps: SessionDeps) {
  const { provider } = deps
  const find = (username: string) => {
    const member = findMember(deps.db, username)
    // A program can log in only with its key.
    return member && !member.machine ? member : fail('edge.session-unknown', { username })
  }

  serve(app, OpenEdgeSession, async ({ username, proof }, _actor, { request }) => {
    const key = await keyOf(deps, request)
    const act = { kind: 'open-session', keyId: key.keyId } as const
    requireOwnDoor(deps, find(username))
    const user = await deps.callerCheck.readToken(request)
    requireSameUser(deps, find(username), user)
    // Runs one after another with resets and removals. Otherwise a member who has just been removed could open a
    // session with a revoked PIN or passkey.
    return oneCheckAtATime(async () => {
      const { member, by } = await prove(deps, personOf(find(username)), act, proof)
      recordUser(deps, member, user)
      return present(member, deps.sessions.open(key, member.username, by, { userId: user?.userId }))
    })
  })

  serve(app, MakeSessionChallenge, async ({ username }, _actor, { request }) => {
    const { keyId } = await keyOf(deps, request)
    const member = find(username)
    return { ...(await challengeOptions(deps, member, personOf(member), { kind: 'open-session', keyId })) }
  })

  serve(app, OpenMachineSession, async (_input, _actor, { request }) => {
    const key = await keyOf(deps, request)
    // Runs one after another with removals, so that a program that has just been removed cannot open a session.
    return oneCheckAtATime(async () => {
      const { until, ...machine } = machineOf(deps, key.keyId)
      return present(machine, deps.sessions.open(key, machine.username, 'machine-key', { until }))
    })
  })

  serve(app, GetSessionProvider, () => (provider ? { name: provider.options.name } : null))

  serve(app, BeginProviderSession, async (_input, _actor, { request }) => {
    const { keyId } = await keyOf(deps, request)
    const user = await deps.callerCheck.readToken(request)
    return { url: await (provider ?? fail('provider.none')).begin(keyId, user) }
  })

  serve(app, OpenProviderSession, async ({ answer }, _actor, { request }) => {
    const key = await keyOf(deps, request)
    const { person, user } = await (provider ?? fail('provider.none')).finish(key.keyId, answer)
    return oneCheckAtATime(async () => {
      const member = admit(deps, person)
      requireSameUser(deps, member, user)
      recordUser(deps, member, user)
      return present(member, deps.sessions.open(key, member.username, 'provider', { userId: user?.userId }))
    })
  })

  serve(app, GetEdgeSession, async (_input, _actor, { request }) => {
    const actor = await deps.callerCheck.findInSession(request)
    const member = actor && findMember(deps.db, actor.username)
    return member ? present(member, sessionOf(deps, actor)) : null
  })

  serve(app, ShareEdgeSession, async ({ proof }, actor, { request }) => {
    deps.sessions.letIn(
      sessionOf(deps, actor),
      await readProofOf({ method: request.method, url: request.url }, proof, deps.now()),
    )
    return null
  })

  serve(app, EndEdgeSession, (_input, actor) => {
    deps.sessions.end(sessionOf(deps, actor), 'logged-out')
    return null
  })
}

/** Returns the key that signed the session request. The private key belongs to a page of this edge or to a program. */
async function keyOf({ edgeUrl, now, callerCheck }: SessionDeps, request: FastifyRequest) {
  callerCheck.requireOpen()
  requireOwnPage(edgeUrl, request)
  return (await readProof(request, now())) ?? refuseProof('absent')
}

const personOf = (member: StoredMember) => ({ username: member.username, userId: userIdOf(member) })

/**
 * Binds a member to a platform user at the member's first log-in through the console, so that uploads in a session
 * belong to that user.
 */
function recordUser({ db }: SessionDeps, { username, userId }: StoredMember, shown: Person | undefined) {
  if (userId !== null || shown?.username !== username) return
  if (findMemberOf(db, shown)?.username === username) storeUser(db, username, shown.userId)
}

/**
 * Refuses a session if the console in this browser belongs to another user, because the next call would end the session
 * (`who-asks.ts`).
 */
function requireSameUser({ db }: SessionDeps, { username, userId, provider }: StoredMember, shown: Person | undefined) {
  if (!shown) return
  const listed = findMemberOf(db, shown)?.username
  // The organisation's provider and the platform may use different names for one person.
  const mayBe = listed === undefined && (provider !== null || shown.username === username)
  const isSame = userId === null ? listed === username || mayBe : userId === shown.userId
  if (!isSame) fail('edge.session-another-user', { username, user: shown.username })
}

/**
 * Requires members from the identity provider to log in through it, so that users who have left the organisation cannot
 * use an old PIN.
 */
function requireOwnDoor({ provider }: SessionDeps, { username, provider: from }: StoredMember) {
  if (from) fail('edge.session-by-provider', { username, provider: provider?.options.name ?? from.issuer })
}

const sessionOf = ({ sessions }: SigningDeps, { shown }: Actor) =>
  ('sessionId' in shown && sessions.find(shown.sessionId)) || refuseProof('session')

const present = ({ username, displayName, role }: StoredMember, { openTime, endTime }: Session): EdgeSession => ({
  username,
  displayName,
  role,
  openTime,
  endTime,
})
