import { serving } from '@tessera/server'
import { type Actor, authenticate } from './auth.ts'

export type { Actor } from './auth.ts'
export { requireAdmin, requireParty } from './auth.ts'

/** `serve(app, endpoint, handler)`: handlers get decoded input and an Actor whose membership has just been checked. */
export const serve = serving<Actor>(authenticate)
