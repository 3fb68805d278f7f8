import { type Endpoint, isErrorCode } from '@tessera/contract'
import { wireJsonSchema } from '@tessera/contract/wire'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** Records the first request of a test case without sending it. */
export async function recorded(app: FastifyInstance, ask: () => Promise<unknown>): Promise<InjectOptions> {
  let first: InjectOptions | undefined
  const send = app.inject
  app.inject = (async (options: InjectOptions) => {
    first ??= options
    return { statusCode: 200, body: '', headers: {}, json: () => ({ success: true, result: null }) }
  }) as never
  await ask().catch(() => {})
  app.inject = send
  if (!first) throw new Error('the scene sent no request')
  return first
}

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
/** Values, as JSON, that replace a value of the request. */
const VALUES = [
  ...['1e18', '-1', '1.5', '1e400', 'null', 'true', '["x"]', '{}', '""', '{"__proto__":{"a":1}}', DEEP, `"${DEEP}"`],
  ...['"NaN"', '"99999999999999999999999999"', '"a\\u0000b"', '"\\ud800"', '"__proto__"', '"constructor"'],
  ...['"%"', `"${'x'.repeat(70_000)}"`, '"2026-99-99 99:99:99"', '"[{}]"', '"{\\"__proto__\\":1}"'],
]
const BODIES = [
  '',
  '{',
  DEEP,
  'null',
  '[]',
  '[null]',
  '1',
  '"x"',
  '{"__proto__":{"x":1},"constructor":{"prototype":1}}',
]

/** Yields copies of a request with one hostile change each. */
export function* twisted(
  request: InjectOptions,
  endpoint: Endpoint | undefined,
): Generator<InjectOptions & { what: string }> {
  const [path = '', query = ''] = String(request.url).split('?')
  const known = Object.keys((endpoint && (wireJsonSchema(endpoint.input).properties as object)) ?? {})
  const given = new URLSearchParams(query)
  const isForm = String(request.headers?.['content-type']).includes('urlencoded')
  const isJson = typeof request.payload === 'object' && !Buffer.isBuffer(request.payload)

  if (!isForm && !isJson) {
    for (const name of new Set([...known, ...given.keys()]))
      for (const value of VALUES) {
        const with_ = new URLSearchParams(given)
        with_.set(name, plain(value))
        yield { ...request, url: `${path}?${with_}`, what: `query ${name}=${value.slice(0, 40)}` }
      }
    const twice = [...new Set([...known, ...given.keys()])].map((name) => `${name}=1&${name}=2`).join('&')
    yield { ...request, url: `${path}?${twice}`, what: 'query, everything twice' }
    yield { ...request, url: `${path}?__proto__=1&constructor=2&%ff=%zz`, what: 'invalid query' }
  }
  if (isForm) {
    const fields = new URLSearchParams(String(request.payload))
    for (const name of new Set([...known, ...fields.keys()]))
      for (const value of VALUES) {
        const with_ = new URLSearchParams(fields)
        with_.set(name, plain(value))
        yield { ...request, payload: with_.toString(), what: `form ${name}=${value.slice(0, 40)}` }
      }
  }
  if (isJson) {
    const body = request.payload as object
    const headers = { ...request.headers, 'content-type': 'application/json' }
    const names = Array.isArray(body) ? [] : known.filter((name) => !(name in body))
    for (const place of [...placesIn(body), ...names.map((name) => [name])])
      for (const value of VALUES)
        yield {
          ...request,
          headers,
          payload: put(body, place, value),
          what: `json ${place.join('.')}=${value.slice(0, 40)}`,
        }
    for (const payload of BODIES) yield { ...request, headers, payload, what: `json ${payload.slice(0, 40)}` }
  }
  if (request.method !== 'GET')
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'text/xml',
      'application/json;;',
      'x',
    ])
      yield {
        ...request,
        headers: { ...request.headers, 'content-type': type },
        payload: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
        what: `as ${type}`,
      }
  for (const part of path.split('/').filter((one) => /\d|-|%/.test(one)))
    for (const value of ['__proto__', '%00', '..%2f..', '1e18', '%ed%a0%80', 'x'.repeat(3_000)])
      yield { ...request, url: `${path.replace(part, value)}?${query}`, what: `path with ${value.slice(0, 40)}` }
}

const plain = (json: string) => {
  const value: unknown = json.startsWith('[[') ? json : JSON.parse(json)
  return typeof value === 'string' ? value : json
}

const MAX_PLACES = 24

/** Returns the paths of all values in a document, including the first item of each list. */
function placesIn(document: unknown, at: string[] = []): string[][] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document)
    .slice(0, Array.isArray(document) ? 1 : undefined)
    .flatMap(([key, value]) => [[...at, key], ...placesIn(value, [...at, key])])
    .slice(0, MAX_PLACES)
}

const MARK = '__hostile value__'

function put(document: object, place: string[], json: string): string {
  const copy = structuredClone(document) as Record<string, unknown>
  let holder = copy
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  holder[place.at(-1) as string] = MARK
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => json)
}

/** Returns what is wrong with a response: status 500, or no readable message. Returns undefined if it is correct. */
export function faultOf({ statusCode, body }: { statusCode: number; body: string }): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  if (!body.startsWith('{"success":false')) return undefined
  const { error, message } = JSON.parse(body) as { error: string; message: string }
  return isErrorCode(error) && message !== '' ? undefined : `an unreadable error: ${body.slice(0, 200)}`
}
