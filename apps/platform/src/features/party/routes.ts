import { fail } from '@tessera/contract'
import {
  CheckParty,
  CreateParty,
  CreatePartyOlder,
  GetParty,
  ListMyParties,
  ListParties,
  pageRequest,
  toPage,
  UpdateParty,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { checkPartyFree, createParty } from './create-party.ts'
import { memberRoutes } from './member-routes.ts'
import { findMembership, splitRole } from './members.ts'
import { checkName, checkPartyId } from './policy.ts'
import { findParty, listPartiesNamed, listPartiesOf, nameOfParty, presentParty } from './queries.ts'
import { updateParty } from './update-party.ts'

export function partyRoutes(app: FastifyInstance, deps: Deps) {
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
  serve(app, ListParties, async ({ name, ...input }, { language }) => {
    const page = pageRequest(input)
    const { rows, total } = await listPartiesNamed(db, { name }, page)
    const named = rows.map((party) => ({ id: party.id, name: nameOfParty(party, language), avatar: party.avatar }))
    return toPage(named, total, page)
  })
  serve(app, CheckParty, async (input) => {
    await checkPartyFree(db, { id: checkPartyId(input.id), name: checkName(input.name) }, true)
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
}
