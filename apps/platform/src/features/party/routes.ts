import { fail } from '@tessera/contract'
import {
  CheckParty,
  CreateParty,
  CreatePartyInvite,
  GetParty,
  JoinParty,
  ListDepartments,
  ListMyParties,
  SetDepartment,
  UpdateParty,
  UploadFile,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { requireAdmin, requireParty, serve } from '../../lib/http.ts'
import { limit } from '../../lib/limits.ts'
import { checkPartyFree, createParty, sayTaken } from './create-party.ts'
import { listDepartments, setDepartment } from './departments.ts'
import { createInvite, joinParty } from './invites.ts'
import { findMembership, isMember } from './members.ts'
import { servePictures, storePicture } from './pictures.ts'
import { checkNames, checkPartyId } from './policy.ts'
import { findParty, listPartiesOf, presentParty } from './queries.ts'
import { parties } from './table.ts'

const PICTURES_A_MINUTE = 20

export function partyRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  serve(app, ListMyParties, async (_nothing, actor) => {
    const mine = await listPartiesOf(db, actor.userId)
    if (mine.length === 0) return null
    return mine.map(({ party, role }) => presentParty(party, { partyId: party.id, role }, true))
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
  serve(app, CreateParty, async (input, actor) => {
    const party = await createParty(deps, actor, input)
    return presentParty(party, { partyId: party.id, role: 'admin' }, true)
  })
  serve(app, UpdateParty, async ({ id, ...changes }, actor) => {
    const partyId = requireAdmin(actor)
    if (id !== partyId) fail('party.admin-only')
    const party = (await findParty(db, partyId)) ?? fail('party.not-found')
    const avatar = changes.avatar === undefined ? party.avatar : changes.avatar
    const changed = { ...checkNames({ ...party, ...defined(changes) }), avatar }
    await checkPartyFree(db, { id, ...changed }, false)
    await db
      .transaction(async (tx) => {
        await tx.update(parties).set(changed).where(eq(parties.id, id))
        await record(tx, 'party.changed', { partyId, userId: actor.userId, ...changed })
      })
      .catch(sayTaken)
    return presentParty({ ...party, ...changed }, actor, true)
  })
  memberRoutes(app, deps)

  serve(app, UploadFile, async (_biz, actor, { request, say }) => {
    await limit(deps, `picture:${actor.userId}`, PICTURES_A_MINUTE, MINUTE_MS)
    say(await storePicture(deps, request))
    return null
  })
  servePictures(app, deps)
}

function memberRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  serve(app, CreatePartyInvite, (_nothing, actor) => createInvite(deps, actor, requireAdmin(actor)))
  serve(app, JoinParty, async ({ inviteCode }, actor, { request }) => {
    const { id, name } = await joinParty(deps, actor, inviteCode, request.ip)
    return { partyId: id, partyName: name }
  })
  serve(app, ListDepartments, async ({ partyId = '' }, actor) => {
    const asked = partyId || requireParty(actor)
    if (!(await isMember(db, actor.userId, asked))) fail('party.not-member')
    return listDepartments(db, asked)
  })
  serve(app, SetDepartment, async ({ orgCode, userId: of }, actor) => {
    const userId = of ?? actor.userId
    await db.transaction(async (tx) => {
      await setDepartment(tx, actor, orgCode, userId)
      await record(tx, 'party.department-set', { partyId: actor.partyId, userId, orgCode, by: actor.userId })
    })
    return null
  })
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
