import { serving } from '@tessera/server'
import { type Actor, authenticate } from './auth.ts'

export type { Actor } from './auth.ts'
export { requireAdmin, requireParty } from './auth.ts'

/**
 * Registers an endpoint: `serve(app, endpoint, handler)`. Handlers get the decoded input and an Actor whose membership
 * has just been checked.
 */
export const serve = serving<Actor>(authenticate)
