import type { ErrorCode } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { HTTP_STATUS } from '../answer-error.ts'
import { type DescribedServer, openApiDocument } from './index.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: object }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: { oneOf?: object[]; $ref?: string } }> }
  >
}

const SERVERS: DescribedServer[] = ['platform', 'edge']
const FAILURE = { $ref: '#/components/schemas/Failure' }
const documents = { platform: openApiDocument('platform', '/prefix'), edge: openApiDocument('edge') }

function operationsOf(server: DescribedServer) {
  return Object.entries(documents[server].paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      path,
      ...operation,
    })),
  )
}

function find(server: DescribedServer, call: string): Operation {
  const found = operationsOf(server).find((operation) => operation.call === call)
  if (!found) throw new Error(`${call} is not described`)
  return found
}

describe.each(SERVERS)('the OpenAPI document of the %s', (server) => {
  const operations = operationsOf(server)

  test('describes each call with one sentence and under a unique name', () => {
    expect(operations.length).toBeGreaterThan(80)
    for (const { call, summary, tags } of operations) {
      expect([call, summary]).toEqual([call, expect.stringMatching(/^[A-Z].*[\w)`]\.$/)])
      expect([call, summary]).not.toEqual([call, expect.stringMatching(/[.;!?] /)])
      expect(summary.length, call).toBeLessThan(120)
      expect([call, tags]).toEqual([call, [expect.stringMatching(/^\w+$/)]])
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('states who can make each call, by a security scheme that the document defines', () => {
    const schemes = Object.keys(documents[server].components.securitySchemes as object)
    for (const { call, security, responses } of operations) {
      for (const scheme of security.flatMap(Object.keys)) expect(schemes, call).toContain(scheme)
      expect([call, 401 in responses]).toEqual([call, security.length > 0])
    }
    expect(new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))).toEqual(new Set(schemes))
  })

  test('documents for each call the envelope of a business error and the statuses of other errors', () => {
    for (const { call, responses } of operations) {
      expect([call, Object.keys(responses)]).toEqual([call, expect.arrayContaining(['400', '421', '500'])])
      if (101 in responses || responses[200]?.content === undefined) continue
      const { schema } = responses[200].content['application/json'] ?? {}
      expect([call, schema?.oneOf ?? [schema]]).toEqual([call, expect.arrayContaining([FAILURE])])
    }
    expect(documents[server].components.schemas.Failure).toMatchObject({
      properties: { success: { const: false }, error: { type: 'string' }, params: { type: 'object' } },
      required: ['success', 'code', 'message', 'result', 'timestamp', 'error', 'params'],
    })
  })

  test('describes every parameter in a path, and refers only to components that the document contains', () => {
    for (const { call, path, parameters } of operations) {
      const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
      expect([call, named]).toEqual([call, path.match(/\{\w+\}/g) ?? []])
    }
    const text = JSON.stringify(documents[server])
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(documents[server].components).toHaveProperty([kind, name])
    }
  })
})

test('documents every status and code of the errors that a server returns', () => {
  const answers = SERVERS.map((server) => documents[server].components.responses as Record<string, object>)
  const described = JSON.stringify(answers)
  for (const code of Object.keys(HTTP_STATUS) as ErrorCode[]) expect(described).toContain(`\`${code}\``)
  expect(Object.keys(answers[0] ?? {})).not.toContain('Status404')
})

test('lists calls of the specification with the prefix, and calls of edges without it', () => {
  expect(Object.keys(documents.platform.paths)).toEqual(
    expect.arrayContaining([
      '/prefix/sys/login',
      '/edge/enrol',
      '/healthz',
      '/prefix/federalml/flModelInfo/model_card',
    ]),
  )
  expect(Object.keys(documents.edge.paths)).toEqual(expect.arrayContaining(['/uploadZip', '/healthz', '/ticket']))
})

test.each([
  ['platform', 'POST /prefix/sys/login', []],
  ['platform', 'GET /prefix/platform/flJobRecruit/queryById', [{ session: ['user'] }]],
  ['platform', 'POST /prefix/platform/flJobRecruit/createJob', [{ session: ['member'] }]],
  ['platform', 'GET /edge/tasks/{taskId}', [{ edgeLink: ['edge'] }]],
  ['platform', 'POST /engine/runs/{runId}/events', [{ runToken: ['run'] }]],
  ['platform', 'GET /prefix/websocket/{userId}', [{ socketToken: [] }]],
  ['edge', 'POST /uploadZip', [{ accessToken: ['member'] }, { session: ['member'] }]],
  ['edge', 'GET /listOfMeta', [{ session: ['member'] }, { program: ['member'] }]],
  ['edge', 'POST /sessions', [{ proof: [] }]],
  ['edge', 'GET /sessions/own', [{ proof: [] }, {}]],
  ['edge', 'GET /viewpic', [{ pictureLink: [] }, { session: ['member'] }, { program: ['member'] }]],
] as const)('states the credentials of %s: %s', (server, call, security) => {
  expect(find(server, call).security).toEqual(security)
})

test.each([
  ['createJob', 'POST', '#/components/parameters/Party'],
  ['queryById', 'GET', '#/components/parameters/PartyOrNone'],
])('documents that %s reads the party from the header', (name, method, $ref) => {
  expect(find('platform', `${method} /prefix/platform/flJobRecruit/${name}`).parameters).toContainEqual({ $ref })
})

test('documents the files of a form', () => {
  const formOf = (call: string) => find('edge', call).requestBody?.content['multipart/form-data']?.schema
  expect(formOf('POST /uploadZip')).toMatchObject({
    properties: { file: { type: 'string', format: 'binary', contentMediaType: 'application/zip' } },
    required: ['file'],
  })
  expect(formOf('POST /federalml/flModelInference/inferenceImages')).toMatchObject({
    properties: { files: { type: 'array', items: { format: 'binary' } } },
    required: expect.arrayContaining(['files']),
  })
})
