import type { Endpoint, ErrorCode } from '@tessera/contract'
import type { OtherRoute } from '@tessera/contract/rights'
import { Failure, HEADERS } from '@tessera/contract/wire'
import { HTTP_STATUS } from '../answer-error.ts'
import type { Call, DescribedServer } from './calls.ts'
import { binary, type Json, type SchemaOf } from './schemas.ts'

const DONE = 'Done, or refused by a business error.'
const json = (schema: Json) => ({ 'application/json': { schema } })
const headers = { [HEADERS.requestId]: { $ref: '#/components/headers/RequestId' } }

export const ANSWER_HEADERS = {
  RequestId: { description: 'The number of this request in the log.', schema: { type: 'string' } },
}

/** Returns the possible responses of a call, by HTTP status. */
export function answersOf(server: DescribedServer, call: Call, isOpen: boolean, schemaOf: SchemaOf) {
  const { endpoint, other } = call
  const done = endpoint ? answersOfEndpoint(endpoint, schemaOf) : other && answersOfOther(other, schemaOf)
  const errors = errorStatuses(server)
    .filter(({ status }) => canAnswer(status, call, isOpen))
    .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }])
  return { ...done, ...Object.fromEntries(errors) }
}

function answersOfEndpoint({ output, isBare }: Endpoint, schemaOf: SchemaOf) {
  const done = isBare ? schemaOf(output) : enveloped(schemaOf(output))
  return { 200: { description: DONE, headers, content: json({ oneOf: [done, schemaOf(Failure)] }) } }
}

const enveloped = (result: Json) => ({
  type: 'object',
  properties: {
    success: { const: true },
    code: { const: 200 },
    message: { type: 'string' },
    timestamp: { type: 'integer' },
    result,
  },
  required: ['success', 'code', 'message', 'timestamp', 'result'],
})

function answersOfOther({ answer, status = 200, otherAnswers = {} }: OtherRoute, schemaOf: SchemaOf) {
  const others = Object.entries(otherAnswers).map(([code, { description, body }]) => [
    code,
    { description, headers, content: json(schemaOf(body)) },
  ])
  const refused = { description: 'Refused by a business error.', headers, content: json(schemaOf(Failure)) }
  return {
    ...(status === 200 ? {} : { 200: refused }),
    [status]: answerOf(status, answer, schemaOf),
    ...Object.fromEntries(others),
  }
}

function answerOf(status: number, answer: OtherRoute['answer'], schemaOf: SchemaOf) {
  if (status === 101) return { description: 'The connection is a WebSocket from now on.' }
  if (answer === undefined) return { description: 'Done.', headers }
  const failure = schemaOf(Failure)
  if (typeof answer !== 'string') {
    return { description: DONE, headers, content: json({ oneOf: [schemaOf(answer), failure] }) }
  }
  const schema = /^text\/|yaml/.test(answer) ? { type: 'string' } : binary(answer)
  return { description: DONE, headers, content: { [answer]: { schema }, ...json(failure) } }
}

interface ErrorStatus {
  status: number
  /** Name of the response among the document's components. */
  name: string
  description: string
  codes: ErrorCode[]
}

const ERROR_STATUSES: Record<number, [name: string, description: string]> = {
  400: ['Malformed', 'The input is malformed; `params` names the field.'],
  401: ['Unauthenticated', 'The credential is missing, has expired or is refused.'],
  404: ['NotFound', 'It does not exist, or the request is not the upgrade that a WebSocket needs.'],
  413: ['TooLarge', 'The body is too large.'],
  421: ['WrongHost', 'The `Host` header is not a name of this server.'],
  429: ['TooMany', 'A limit per address, user or receiver is reached.'],
  500: ['Failed', 'An unexpected error; `params.requestId` is its number in the log.'],
}

/** Error codes that only one of the two servers returns. Both return all others. */
const ANSWERED_ONLY: Record<DescribedServer, readonly ErrorCode[]> = {
  platform: ['session.missing', 'session.expired', 'edge.unknown', 'edge.clock-off', 'request.too-many'],
  edge: [
    ...(['edge.session-required', 'edge.proof-refused', 'edge.token-required', 'edge.token-refused'] as const),
    ...(['edge.clock-behind', 'dataset.picture-not-found'] as const),
  ],
}

/** Returns the HTTP statuses of errors, and for each the codes that the server returns with it. */
function errorStatuses(server: DescribedServer): ErrorStatus[] {
  const foreign = ANSWERED_ONLY[server === 'platform' ? 'edge' : 'platform']
  const own = (Object.keys(HTTP_STATUS) as ErrorCode[]).filter((code) => !foreign.includes(code))
  const byStatus = Map.groupBy(own, (code) => HTTP_STATUS[code] ?? 0)
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, codes]) => {
      const [name, description] = ERROR_STATUSES[status] ?? [`Status${status}`, '']
      return { status, name, description, codes }
    })
}

/** Returns the responses for errors that are not business errors, by name. */
export function errorAnswers(server: DescribedServer, schemaOf: SchemaOf): Json {
  return Object.fromEntries(
    errorStatuses(server).map(({ name, description, codes }) => [
      name,
      {
        description: `${description} \`error\`: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        headers,
        content: json(schemaOf(Failure)),
      },
    ]),
  )
}

function canAnswer(status: number, { endpoint, other }: Call, isOpen: boolean): boolean {
  if (status === 401) return !isOpen
  if (status === 404) return other?.mayBeMissing ?? false
  if (status === 413) return other?.body !== undefined || (endpoint !== undefined && endpoint.carrier !== 'query')
  return true
}
