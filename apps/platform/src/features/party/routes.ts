import { fail } from '@tessera/contract'
import {
  CheckParty,
  CreateParty,
  CreatePartyOlder,
  GetParty,
  ListMyParties,
  UpdateParty,
  UploadFile,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../lib/clock.ts'
import { serve } from '../../lib/http.ts'
import { limit } from '../../lib/limits.ts'
import { checkPartyFree, createParty } from './create-party.ts'
import { departmentRoutes } from './department-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { findMembership, splitRole } from './members.ts'
import type { PartyDeps } from './neighbours.ts'
import { servePictures, storePicture } from './pictures.ts'
import { checkNames, checkPartyId } from './policy.ts'
import { findParty, listPartiesOf, presentParty } from './queries.ts'
import { updateParty } from './update-party.ts'

const PICTURES_A_MINUTE = 20

export function partyRoutes(app: FastifyInstance, deps: PartyDeps) {
  const { db } = deps
  serve(app, ListMyParties, async (_nothing, actor) => {
    const mine = await listPartiesOf(db, actor.userId)
    if (mine.length === 0) return null
    return mine.map(({ party, role }) => presentParty(party, { partyId: party.id, ...splitRole(role) }, true))
  })
  serve(app, GetParty, async ({ partyId }, actor) => {
    const party = (await findParty(db, partyId)) ?? fail('party.not-found')
    const membership = await findMembership(db, actor.userId, partyId)
    return presentParty(party, actor, membership !== undefined)
  })
  serve(app, CheckParty, async (input) => {
    await checkPartyFree(db, { id: checkPartyId(input.id), ...checkNames(input) }, true)
    return true
  })
  for (const endpoint of [CreateParty, CreatePartyOlder]) {
    serve(app, endpoint, async (input, actor) => {
      const party = await createParty(deps, actor, input)
      return presentParty(party, { partyId: party.id, ...splitRole('super-admin') }, true)
    })
  }
  serve(app, UpdateParty, async (changes, actor) => presentParty(await updateParty(deps, actor, changes), actor, true))
  memberRoutes(app, deps)
  departmentRoutes(app, deps)

  serve(app, UploadFile, async (_biz, actor, { request, say }) => {
    await limit(deps, `picture:${actor.userId}`, PICTURES_A_MINUTE, MINUTE_MS)
    say(await storePicture(deps, request))
    return null
  })
  servePictures(app, deps)
}
