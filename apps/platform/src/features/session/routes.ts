import { GetPermissions, GetRole } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../lib/http.ts'
import { permissionsOf, roleOf } from './policy.ts'

/** Serves the calls that return the caller's own session and permissions. */
export function sessionRoutes(app: FastifyInstance) {
  serve(app, GetRole, (_nothing, actor) => ({ ...roleOf(actor), orgCode: actor.orgCode || null }))
  serve(app, GetPermissions, (_nothing, actor) => permissionsOf(actor))
}
