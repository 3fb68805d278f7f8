import {
  AskToJoin,
  CreatePartyInvite,
  JoinParty,
  LeaveParty,
  ListJoinRequests,
  ListMembers,
  ListMyJoinRequests,
  RemoveMember,
  ReviewJoinRequest,
  SetMemberRole,
  WithdrawJoinRequest,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../lib/deps.ts'
import { requireAdmin, requireParty, serve } from '../../lib/http.ts'
import { leaveParty, removeMember, setMemberRole } from './change-members.ts'
import { createInvite, joinParty } from './invites.ts'
import {
  askToJoin,
  listJoinRequests,
  listMyJoinRequests,
  reviewJoinRequest,
  withdrawJoinRequest,
} from './join-requests.ts'
import { presentMembers } from './members.ts'
import { nameOfParty } from './queries.ts'

/** Serves a party's members, and the calls with which users join and leave. */
export function memberRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  serve(app, ListMembers, (_nothing, actor) => presentMembers(db, actor, requireParty(actor)))
  serve(app, SetMemberRole, async ({ userId, role }, actor) => {
    await setMemberRole(deps, actor, userId, role)
    return null
  })
  serve(app, RemoveMember, async ({ userId }, actor) => {
    await removeMember(deps, actor, userId)
    return null
  })
  serve(app, LeaveParty, async (_nothing, actor) => {
    await leaveParty(deps, actor)
    return null
  })

  serve(app, CreatePartyInvite, (_nothing, actor) => createInvite(deps, actor, requireAdmin(actor)))
  serve(app, JoinParty, async ({ inviteCode }, actor, { request }) => {
    const party = await joinParty(deps, actor, inviteCode, request.ip)
    return { partyId: party.id, partyName: nameOfParty(party, actor.language) }
  })

  serve(app, AskToJoin, (input, actor, { request }) => askToJoin(deps, actor, input, request.ip))
  serve(app, WithdrawJoinRequest, async ({ id }, actor) => {
    await withdrawJoinRequest(deps, actor, id)
    return null
  })
  serve(app, ListMyJoinRequests, (_nothing, actor) => listMyJoinRequests(db, actor))
  serve(app, ListJoinRequests, (_nothing, actor) => listJoinRequests(db, actor, requireAdmin(actor)))
  serve(app, ReviewJoinRequest, async ({ id, verdict }, actor) => {
    await reviewJoinRequest(deps, actor, id, verdict)
    return null
  })
}
