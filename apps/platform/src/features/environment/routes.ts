import { fail, LINK_PATHS } from '@tessera/contract'
import {
  CreateEdgeEnrolment,
  GetEdge,
  GetEdgeCertificate,
  GetFirstSteps,
  RevokeEdge,
  WireEnrolAnswer,
} from '@tessera/contract/wire'
import { isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { requireAdmin, requireParty, serve } from '../../lib/http.ts'
import { limitAddress } from '../../lib/limits.ts'
import { findParty, isMember, listMembers } from '../party/index.ts'
import { findRootCertificate } from './edge-address.ts'
import { edgeStatus } from './edge-status.ts'
import { createEnrolment, enrolEdge, type Partners } from './enrol.ts'
import { keepNodesRegistered } from './register-nodes.ts'
import { revokeEdge } from './revoke.ts'
import { edges } from './table.ts'
import { watchEdges } from './watch-edges.ts'

const ENROLMENTS_AN_HOUR = 60

export function environmentRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, CreateEdgeEnrolment, (_nothing, actor) => createEnrolment(deps, actor, requireAdmin(actor)))
  serve(app, GetEdge, (_nothing, actor) => edgeStatus(deps, requireParty(actor)))
  serve(app, RevokeEdge, async (_nothing, actor) => {
    await revokeEdge(deps, requireAdmin(actor), actor.userId)
    return null
  })
  serve(app, GetEdgeCertificate, async ({ partyId }, actor) => {
    if (!(await isMember(deps.db, actor.userId, partyId))) fail('party.not-member')
    return { pem: await findRootCertificate(deps, partyId) }
  })
  serve(app, GetFirstSteps, async (_nothing, actor) => {
    const partyId = requireParty(actor)
    const party = await findParty(deps.db, partyId)
    const members = await listMembers(deps.db, partyId)
    return {
      isDeployed: party?.isDeployed ? 1 : 0,
      hasAvatar: party?.avatar ? 1 : 0,
      hasInvited: members.length > 1 ? 1 : 0,
    }
  })
}

/** Serves the enrolment outside the API prefix, because edges have no session. */
export function enrolmentRoute(app: FastifyInstance, deps: Deps, partners: Partners) {
  app.post(LINK_PATHS.enrol, async (request) => {
    await limitAddress(deps, 'enrol', request.ip, ENROLMENTS_AN_HOUR, HOUR_MS)
    return WireEnrolAnswer.encode(await enrolEdge(deps, partners, request.body))
  })
}

export async function startEnvironment(deps: Deps): Promise<Stop> {
  // Edges that were connected when the platform stopped get time to reconnect before they count as lost.
  await deps.db.update(edges).set({ awaitedSince: deps.clock.now() }).where(isNotNull(edges.linkId))
  const stops = [keepNodesRegistered(deps), watchEdges(deps)]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
