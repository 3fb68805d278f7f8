import { type Access, EDGE_TOKEN_SECONDS, PROOF_HEADER } from '@tessera/contract'
import { accessOf, entryOf, otherRoutes, rightOf } from '@tessera/contract/rights'
import { HEADERS } from '@tessera/contract/wire'
import type { Call, DescribedServer } from './calls.ts'
import type { Json } from './schemas.ts'

const EDGE_TOKEN_MINUTES = EDGE_TOKEN_SECONDS / 60

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

const SCHEMES: Record<DescribedServer, Json> = {
  platform: {
    session: header(HEADERS.token, 'The `token` of `POST /sys/login`.'),
    edgeLink: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token that an edge signs with its link key for each call.',
    },
    runToken: { type: 'http', scheme: 'bearer', description: "The run's own token, from the same machine only." },
  },
  edge: {
    accessToken: header(
      HEADERS.token,
      `The \`token\` of \`GET /sys/edgeToken\` at the platform, valid for ${EDGE_TOKEN_MINUTES} minutes.`,
    ),
    session: header(
      PROOF_HEADER,
      "The proof of a member's session, for this request only (docs/reference/wire.md, “At an edge”).",
    ),
    program: header(PROOF_HEADER, "The proof of a program's session, which it opened with its own key."),
    proof: header(PROOF_HEADER, 'The proof of a key, which need not have a session yet.'),
  },
}

export function securitySchemes(server: DescribedServer): Json {
  const own = otherRoutes.flatMap(({ server: its, ownToken }) => (its === server && ownToken ? [ownToken] : []))
  const tokens = own.map(({ scheme, ...token }) => [scheme, { type: 'apiKey', ...token }])
  return { ...SCHEMES[server], ...Object.fromEntries(tokens) }
}

/**
 * Returns the alternative security requirements of a call, each with the lowest role that the call accepts. An empty
 * list means that the call is public.
 */
export function securityOf(server: DescribedServer, { route, other }: Call): Record<string, string[]>[] {
  const { who } = entryOf(route.need)
  const anyOf = (...schemes: string[]) => schemes.map((scheme) => ({ [scheme]: [who] }))
  const inSession = server === 'edge' && route.takesMachine ? anyOf('session', 'program') : anyOf('session')
  if (other?.ownToken) return [{ [other.ownToken.scheme]: [] }, ...(server === 'edge' ? inSession : [])]
  if (who === 'edge') return anyOf('edgeLink')
  if (who === 'run') return anyOf('runToken')
  if (route.takesProof) return route.method === 'GET' ? [{ proof: [] }, {}] : [{ proof: [] }]
  if (accessOf(route.need) === 'open') return []
  if (server === 'platform' || route.takesSession) return inSession
  return [...anyOf('accessToken'), ...inSession]
}

/** Returns how a call reads for which party the caller acts, or undefined if it does not. */
export function partyAccessOf(server: DescribedServer, call: Call): Access | undefined {
  const { need } = call.route
  const readsParty = server === 'platform' && securityOf(server, call).some((one) => 'session' in one)
  return readsParty && !rightOf(entryOf(need).right).inPerson ? accessOf(need) : undefined
}
