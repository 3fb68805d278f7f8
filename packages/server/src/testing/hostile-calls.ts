import { type Endpoint, isErrorCode } from '@tessera/contract'
import { wireJsonSchema } from '@tessera/contract/wire'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** What a scene asks for, kept from being sent. */
export async function recorded(app: FastifyInstance, ask: () => Promise<unknown>): Promise<InjectOptions> {
  let kept: InjectOptions | undefined
  const send = app.inject
  app.inject = (async (options: InjectOptions) => {
    kept ??= options
    return { statusCode: 200, body: '', headers: {}, json: () => ({ success: true, result: null }) }
  }) as never
  await ask().catch(() => {})
  app.inject = send
  if (!kept) throw new Error('the scene asked for nothing')
  return kept
}

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
/** In place of any one value, as JSON. */
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

/** The request with one thing in it after the other made hostile. */
export function* twisted(
  request: InjectOptions,
  endpoint: Endpoint | undefined,
): Generator<InjectOptions & { what: string }> {
  const [path = '', query = ''] = String(request.url).split('?')
  const known = Object.keys((endpoint && (wireJsonSchema(endpoint.input).properties as object)) ?? {})
  const asked = new URLSearchParams(query)
  const isForm = String(request.headers?.['content-type']).includes('urlencoded')
  const isJson = typeof request.payload === 'object' && !Buffer.isBuffer(request.payload)

  if (!isForm && !isJson) {
    for (const name of new Set([...known, ...asked.keys()]))
      for (const value of VALUES) {
        const with_ = new URLSearchParams(asked)
        with_.set(name, plain(value))
        yield { ...request, url: `${path}?${with_}`, what: `query ${name}=${value.slice(0, 40)}` }
      }
    const twice = [...new Set([...known, ...asked.keys()])].map((name) => `${name}=1&${name}=2`).join('&')
    yield { ...request, url: `${path}?${twice}`, what: 'query, everything twice' }
    yield { ...request, url: `${path}?__proto__=1&constructor=2&%ff=%zz`, what: 'query that is none' }
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

const MOST_PLACES = 24

/** Where the values of a document are, lists by their first item. */
function placesIn(document: unknown, at: string[] = []): string[][] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document)
    .slice(0, Array.isArray(document) ? 1 : undefined)
    .flatMap(([key, value]) => [[...at, key], ...placesIn(value, [...at, key])])
    .slice(0, MOST_PLACES)
}

const MARK = '__hostile value__'

function put(document: object, place: string[], json: string): string {
  const copy = structuredClone(document) as Record<string, unknown>
  let holder = copy
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  holder[place.at(-1) as string] = MARK
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => json)
}

/** What an answer does that none may do: fail of itself, or say nothing that anybody can read. */
export function faultOf({ statusCode, body }: { statusCode: number; body: string }): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  if (!body.startsWith('{"success":false')) return undefined
  const { error, message } = JSON.parse(body) as { error: string; message: string }
  return isErrorCode(error) && message !== '' ? undefined : `an error nobody can read: ${body.slice(0, 200)}`
}
