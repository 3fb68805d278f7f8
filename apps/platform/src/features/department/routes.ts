import { fail } from '@tessera/contract'
import {
  AddDepartment,
  ListDepartments,
  RemoveDepartment,
  RenameDepartment,
  SetDepartment,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import type { Deps } from '../../lib/deps.ts'
import { requireParty, serve } from '../../lib/http.ts'
import { isMember } from '../party/index.ts'
import { addDepartment, listDepartments, removeDepartment, renameDepartment, setDepartment } from './departments.ts'

export function departmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  serve(app, ListDepartments, async ({ partyId = '' }, actor) => {
    const requestedId = partyId || requireParty(actor)
    if (!(await isMember(db, actor.userId, requestedId))) fail('party.not-member')
    return listDepartments(db, requestedId, actor.language)
  })
  serve(app, SetDepartment, async ({ orgCode, userId: of }, actor) => {
    const userId = of ?? actor.userId
    await db.transaction(async (tx) => {
      await setDepartment(tx, actor, orgCode, userId)
      await record(tx, 'party.department-set', { partyId: actor.partyId, userId, orgCode, by: actor.userId })
    })
    return null
  })
  serve(app, AddDepartment, async ({ parentCode, name }, actor) => ({
    orgCode: await addDepartment(deps, actor, parentCode, name),
  }))
  serve(app, RenameDepartment, async ({ orgCode, name }, actor) => {
    await renameDepartment(deps, actor, orgCode, name)
    return null
  })
  serve(app, RemoveDepartment, async ({ orgCode }, actor) => {
    await removeDepartment(deps, actor, orgCode)
    return null
  })
}
