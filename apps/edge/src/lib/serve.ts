import { accessOf, findRoute } from '@tessera/contract/rights'
import { serving } from '@tessera/server'
import type { CallerCheck } from './caller-check.ts'
import type { Actor } from './edge-token.ts'

/**
 * Returns the function `serve(app, endpoint, handler)` for this edge. The handler of a public call receives no user.
 */
export const servingWith = (callerCheck: CallerCheck) =>
  serving<Actor>((request, { method, path }) => {
    const route = findRoute(method, path)
    if (!route) throw new Error(`${method} ${path} is not in the table of rights`)
    if (accessOf(route.need) === 'open') return undefined as never
    return callerCheck.authenticate(request, route)
  })
export type Serve = ReturnType<typeof servingWith>
