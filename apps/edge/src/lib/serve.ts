import { serving } from '@tessera/server'
import type { Actor, EdgeTokens } from './edge-token.ts'

/** `serve(app, endpoint, handler)` for this edge: an open endpoint's handler has no actor to look at. */
export const servingWith = (tokens: EdgeTokens) =>
  serving<Actor>((request, endpoint) => {
    if (endpoint.access === 'open') return undefined as never
    return tokens.authenticate(request, endpoint.path.startsWith('/grants') ? 'consent' : 'rows')
  })
export type Serve = ReturnType<typeof servingWith>
