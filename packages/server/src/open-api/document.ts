import { type Need, rightsIn } from '@tessera/contract/rights'
import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { VERSION } from '../version.ts'
import { ANSWER_HEADERS, answersOf, errorAnswers } from './answers.ts'
import { type Call, callsOf, type DescribedServer, templateOf } from './calls.ts'
import { inputOf, PARAMETERS } from './input.ts'
import { describeSchemas, type Json, type SchemaOf } from './schemas.ts'
import { partyAccessOf, securityOf, securitySchemes } from './security.ts'

export type { DescribedServer } from './calls.ts'

const ERRORS = 'A business error answers 200 with `success: false`: branch on `error`, never on `message`.'
const INTRODUCTIONS: Record<DescribedServer, (prefix: string) => string> = {
  platform: (prefix) => `The calls of the platform, most of them under the prefix \`${prefix}\`, a setting. ${ERRORS}`,
  edge: (prefix) =>
    `The calls of a party's edge, whose address is the party's \`uploadUrl\`. The edge also answers them under the platform's prefix (\`${prefix}\`). ${ERRORS}`,
}

/** Returns the OpenAPI document of all calls of a server, from the contract's endpoints and the table of rights. */
export function openApiDocument(server: DescribedServer, prefix = DEFAULT_PREFIX) {
  const { schemaOf, named } = describeSchemas()
  const paths: Record<string, Json> = {}
  for (const call of callsOf(server, prefix)) {
    const path = templateOf(call.path)
    paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operationOf(server, call, schemaOf) }
  }
  const responses = errorAnswers(server, schemaOf)
  return {
    openapi: '3.1.0',
    info: { title: `Tessera ${server}`, version: VERSION, description: INTRODUCTIONS[server](prefix) },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: securitySchemes(server),
      parameters: PARAMETERS,
      headers: ANSWER_HEADERS,
      responses,
      schemas: named(),
    },
  }
}

function operationOf(server: DescribedServer, call: Call, schemaOf: SchemaOf) {
  const { route, id, endpoint } = call
  const security = securityOf(server, call)
  return {
    operationId: id,
    tags: [rightsIn(route.need)[0]?.split('.')[0]],
    summary: route.summary,
    description: [endpoint?.description, requirementOf(route.need)].filter(Boolean).join('\n\n'),
    security,
    ...inputOf(call, partyAccessOf(server, call), schemaOf),
    responses: answersOf(server, call, security.length === 0, schemaOf),
  }
}

function requirementOf(need: Need): string {
  const rights = rightsIn(need).map((right) => `\`${right}\``)
  if (rights.length === 1) return `Right: ${rights}.`
  return `Rights, ${typeof need === 'object' && 'any' in need ? 'any one' : 'all'} of: ${rights.join(', ')}.`
}
