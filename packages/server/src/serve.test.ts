import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { AppError, endpoint, fail } from '@tessera/contract'
import { jsonString, renamed } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger, type Logger } from './logger.ts'
import { createServer, serving } from './serve.ts'
import { formOf } from './testing/form-of.ts'

const Greet = endpoint({
  method: 'POST',
  path: '/greet',
  carrier: 'form',
  summary: 'Says hello.',
  input: renamed({ displayName: z.string() }, { displayName: 'realname' }),
  output: z.object({ text: z.string() }),
})

const Keep = endpoint({
  method: 'POST',
  path: '/keep',
  summary: 'Keeps a document.',
  input: z.object({ document: jsonString(z.unknown()) }),
})

const GreetAll = endpoint({
  method: 'POST',
  path: '/greetAll',
  summary: 'Says hello to several.',
  input: z.array(renamed({ displayName: z.string() }, { displayName: 'realname' })),
  output: z.array(z.string()),
})

const TakeFiles = endpoint({
  method: 'POST',
  path: '/files',
  carrier: 'multipart',
  files: { most: 2, megabytes: 1 },
  summary: 'Says what came.',
  input: z.object({ id: z.string(), other: z.string() }),
  output: z.string(),
})

const OWN_URL = 'https://tessera.example.org:8443'

function buildApp(logger?: Logger) {
  const app = createServer({ logger, ownUrl: OWN_URL })
  const serve = serving((request) => {
    if (!request.headers['x-access-token']) throw new AppError('session.missing')
    return { userId: 'u' }
  })
  serve(app, Greet, ({ displayName }) => {
    if (displayName === 'nobody') throw new AppError('party.not-found')
    if (displayName === 'late') throw new AppError('dataset.upload-again')
    if (displayName === 'query') throw failedQuery
    if (displayName === 'bug') throw new TypeError('secret detail')
    return { text: `hello ${displayName}`, secret: 'x' } as { text: string }
  })
  serve(app, Keep, () => null)
  serve(app, TakeFiles, (fields, _actor, { files }) => {
    const names = files.map(({ name, content }) => `${name} ${content.length}`)
    return `${Object.keys(fields).length} fields, ${names.join(', ')}`
  })
  app.post('/file', async (request) => {
    const part = (await request.file()) ?? fail('file.missing')
    return (await part.toBuffer()).length
  })
  serve(app, GreetAll, (people) => people.map(({ displayName }) => `hello ${displayName}`))
  return app
}

/** An error as Drizzle throws it, with the error of PostgreSQL as its cause. */
const failedQuery = Object.assign(
  new Error('Failed query: insert into t values ($1)\nparams: patient 7\n    at ward'),
  {
    query: 'insert into t values ($1)',
    params: ['patient 7'],
    cause: Object.assign(new Error('out of range'), {
      code: '22003',
      detail: 'row (patient 7)',
      params: ['patient 7'],
    }),
  },
)

const post = (realname: string, headers: Record<string, string> = { 'x-access-token': 't' }) =>
  buildApp().inject({
    method: 'POST',
    url: '/greet',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `realname=${realname}`,
  })

test("decodes the input, calls the handler, encodes the output, and drops fields outside the output's schema", {
  meta: { spec: 'calls.response-envelope' },
}, async () => {
  const answer = (await post('Ann')).json()
  expect(answer).toMatchObject({ success: true, code: 200, result: { text: 'hello Ann' } })
  expect(answer.result).not.toHaveProperty('secret')
})

test('compresses a long response if the client accepts that, and leaves a short response uncompressed', async () => {
  const app = createServer({ ownUrl: OWN_URL })
  app.register(async (api) => serving(() => null)(api, Greet, ({ displayName }) => ({ text: displayName })))
  const greet = (realname: string, encoding: string) =>
    app.inject({
      method: 'POST',
      url: '/greet',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': encoding },
      payload: `realname=${realname}`,
    })
  const long = 'n'.repeat(5_000)
  const unpackers = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpack] of Object.entries(unpackers)) {
    const { headers, rawPayload } = await greet(long, encoding)
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload.length).toBeLessThan(500)
    expect(JSON.parse(unpack(rawPayload).toString()).result.text).toBe(long)
  }
  expect((await greet(long, 'identity')).headers['content-encoding']).toBeUndefined()
  expect((await greet('Ann', 'br')).headers['content-encoding']).toBeUndefined()
})

test('accepts a list, even an empty one, and refuses any other value instead', async () => {
  const send = (payload: object) =>
    buildApp().inject({ method: 'POST', url: '/greetAll', headers: { 'x-access-token': 't' }, payload })
  expect((await send([{ realname: 'Ann' }, { realname: 'Bob' }])).json().result).toEqual(['hello Ann', 'hello Bob'])
  expect((await send([])).json().result).toEqual([])
  expect((await send({ realname: 'Ann' })).json().error).toBe('request.malformed')
  expect((await send(['Ann'])).json().error).toBe('request.malformed')
})

test.each([
  ['a field that is missing', {}, { field: 'realname', fieldProblem: 'missing' }, '缺少该字段', 'it is missing'],
  ['another type', { realname: [1] }, { field: 'realname', fieldProblem: 'type' }, '类型不符', 'it has the wrong type'],
  ['no JSON', '{"realname"', { field: 'body', fieldProblem: 'json' }, '不是有效的 JSON', 'it is not valid JSON'],
])('names the invalid field and its problem in the caller’s language: %s', async (_what, payload, params, cn, en) => {
  for (const [language, text] of Object.entries({ cn, en })) {
    const answer = await buildApp().inject({
      method: 'POST',
      url: '/greet',
      payload,
      headers: { 'x-access-token': 't', 'accept-language': language, 'content-type': 'application/json' },
    })
    expect(answer.json()).toMatchObject({ error: 'request.malformed', params })
    expect(answer.json().message).toContain(text)
    expect(answer.json().message).not.toMatch(/Invalid input|received/)
  }
})

test('answers a business error with status 200, the error code and a text in the requested language', {
  meta: { spec: 'errors.server-message' },
}, async () => {
  const answer = await post('nobody', { 'x-access-token': 't', 'accept-language': 'en' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    success: false,
    code: 500,
    error: 'party.not-found',
    message: 'This party does not exist.',
  })
})

test('returns the specified error code if an upload is no longer stored', {
  meta: { spec: 'validation.upload-again-code' },
}, async () => {
  const answer = await post('late')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ success: false, code: 10010, error: 'dataset.upload-again' })
})

test('responds with status 401 without a session', { meta: { spec: 'calls.request-headers' } }, async () => {
  expect((await post('Ann', {})).statusCode).toBe(401)
})

test('reveals nothing about the cause of an unexpected error', async () => {
  const answer = await post('bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret detail')
})

test('logs which SQL statement failed and why, but no values', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = buildApp(createLogger('error', stream))
  const headers = { 'x-access-token': 't' }
  const answer = await app.inject({ method: 'POST', url: '/greet', headers, payload: { realname: 'query' } })
  expect(answer.statusCode).toBe(500)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    message: 'Failed query: insert into t values ($1)',
    stack: expect.stringContaining('serve.test.ts'),
    cause: { message: 'out of range', code: '22003' },
  })
  expect(lines[0]).not.toMatch(/patient 7|ward/)
})

test('refuses a text with a NUL character, which no database stores, and names the field', async () => {
  for (const payload of [{ realname: 'A\0nn' }, { realname: 'Ann', rows: [{ 'a\0ge': 1 }] }]) {
    const headers = { 'x-access-token': 't', 'accept-language': 'en' }
    const answer = await buildApp().inject({ method: 'POST', url: '/greet', headers, payload })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.nul'])
    expect(answer.json().message).toContain('rows' in payload ? '“rows.0.age”' : '“realname”')
  }
})

test('refuses a text with half a surrogate pair, which no database stores, and names the field', async () => {
  for (const payload of ['{"realname":"A\\ud83dnn"}', '{"realname":"Ann","rows":[{"\\udc00":1}]}']) {
    const headers = { 'x-access-token': 't', 'content-type': 'application/json' }
    const answer = await buildApp().inject({ method: 'POST', url: '/greet', headers, payload })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.half-character'])
  }
})

test.each([
  ['with a session', '/greet', { 'x-access-token': 't' }],
  ['without one', '/greet', {}],
  ['where no call is', '/file', {}],
])(
  'answers JSON that is nested ten thousand levels deep with status 400 and a message, %s',
  async (_who, url, headers) => {
    const payload = `{"realname":"Ann","rows":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const answer = await buildApp().inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, 'content-type': 'application/json', 'accept-language': 'en' },
    })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.too-deep'])
    expect(answer.json().message).toContain('more than 64 levels deep')
  },
)

test('applies the same limits to JSON within a text', async () => {
  const send = async (rows: string) => {
    const headers = { 'x-access-token': 't' }
    return (await buildApp().inject({ method: 'POST', url: '/keep', headers, payload: { document: rows } })).json()
  }
  expect(await send('{"a":[1]}')).toMatchObject({ success: true })
  expect(await send(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toMatchObject({
    code: 400,
    error: 'request.too-deep',
  })
  expect(await send('{"a":["\\u0000"]}')).toMatchObject({
    code: 400,
    error: 'request.nul',
    params: { field: 'document.a.0' },
  })
})

const ONE_FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext'
test.each([
  ['cut off in the file', 'multipart/form-data; boundary=b', ONE_FILE],
  ['cut off in a head', 'multipart/form-data; boundary=b', ONE_FILE.slice(0, 40)],
  ['without a boundary', 'multipart/form-data', `${ONE_FILE}\r\n--b--\r\n`],
  ['with another boundary', 'multipart/form-data; boundary=c', `${ONE_FILE}\r\n--b--\r\n`],
  ['of another type', 'application/json', '{}'],
])('refuses a form that is %s, with a message', async (_how, type, payload) => {
  const headers = { 'content-type': type, 'accept-language': 'en' }
  const answer = await buildApp().inject({ method: 'POST', url: '/file', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    error: 'request.form-broken',
    message: expect.stringContaining('did not arrive completely'),
  })
})

test.each([
  ['read with its fields, within its limits', [{ name: 'a.txt', content: Buffer.from('some') }], '2 fields, a.txt 4'],
  ['refused with too many files', Array(3).fill({ name: 'a', content: Buffer.from('') }), 'file.too-many'],
  [
    'refused if it is too large in total',
    Array(2).fill({ name: 'a', content: Buffer.alloc(600_000) }),
    'file.too-many',
  ],
  ['refused with an invalid name', [{ name: 'a\0', content: Buffer.from('') }], 'request.nul'],
])(
  'reads or refuses a form with files: %s',
  { meta: { spec: 'calls.flModelInference/inferenceImages' } },
  async (_how, files, expected) => {
    const { headers, payload } = formOf({ id: '7', other: 'x' }, files)
    const allHeaders = { ...headers, 'x-access-token': 't', 'accept-language': 'en' }
    const answer = (await buildApp().inject({ method: 'POST', url: '/files', headers: allHeaders, payload })).json()
    expect(answer.error ?? answer.result).toBe(expected)
    if (answer.error === 'file.too-many') expect(answer.message).toContain('at most 2 files at a time, 1 MB in total')
  },
)

test('reads no form before the caller is authenticated', {
  meta: { spec: 'calls.flModelInference/inferenceImages' },
}, async () => {
  const { headers, payload } = formOf({ id: '7' }, Array(3).fill({ name: 'a', content: Buffer.from('') }))
  const answer = await buildApp().inject({ method: 'POST', url: '/files', headers, payload })
  expect(answer.json().error).toBe('session.missing')
})

test('reports that a complete but empty form contains no file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await buildApp().inject({ method: 'POST', url: '/file', headers, payload: '--b--\r\n' })
  expect(answer.json().error).toBe('file.missing')
})

test('reports the request number of an unexpected error in a header, the text, the parameters and the log', async () => {
  const lines: string[] = []
  const app = buildApp(createLogger('error', { write: (line: string) => lines.push(line) }))
  const ask = () => {
    const headers = { 'x-access-token': 't', 'accept-language': 'en' }
    return app.inject({ method: 'POST', url: '/greet', headers, payload: { realname: 'bug' } })
  }
  const [one, other] = [await ask(), await ask()]
  const number = one.headers['x-request-id'] as string
  expect(number).toMatch(/^[0-9a-f]{10}$/)
  expect(other.headers['x-request-id']).not.toBe(number)
  expect(one.json()).toMatchObject({ error: 'request.failed', params: { requestId: number } })
  expect(one.json().message).toContain(number)
  expect(lines.map((line) => JSON.parse(line).reqId)).toEqual([number, other.headers['x-request-id']])
})

test('returns the request number in the response to an invalid address as well', async () => {
  const answer = await buildApp().inject('/%zz')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{10}$/)
})

test('returns status 400 and names the field if a field of the body is missing', async () => {
  const answer = await buildApp().inject({
    method: 'POST',
    url: '/greet',
    headers: { 'x-access-token': 't' },
    payload: {},
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toBe('request.malformed')
})

test.each([
  ['another name that resolves to this machine', 'evil.example', 421],
  ['another name that begins with ours', 'tessera.example.org.evil.example', 421],
  ['an invalid name', 'a b', 421],
  ['its own', 'tessera.example.org:8443', 200],
  ['its own behind a proxy that drops the port', 'Tessera.Example.org', 200],
  ['this machine', 'localhost:8080', 200],
  ['an address', '10.1.2.3:8080', 200],
  ['an address of the other kind', '[::1]:8080', 200],
])('checks the host name of a request: %s (%s) gets status %i', async (_who, host, status) => {
  const answer = await post('Ann', { 'x-access-token': 't', host, 'accept-language': 'en' })
  expect(answer.statusCode).toBe(status)
  if (status === 421)
    expect(answer.json()).toMatchObject({
      error: 'request.wrong-host',
      message: `This server is not available under this name. Open ${OWN_URL}.`,
    })
})

test('sends the header that forbids reading responses as another content type', async () => {
  const app = buildApp()
  for (const url of ['/greet', '/nowhere']) {
    expect((await app.inject({ url, headers: { host: 'evil.example' } })).headers).toHaveProperty(
      'x-content-type-options',
      'nosniff',
    )
    expect((await app.inject(url)).headers).toHaveProperty('x-content-type-options', 'nosniff')
  }
})

test('answers 404 for an unknown route', async () => {
  expect((await buildApp().inject('/nowhere')).statusCode).toBe(404)
})

test('if it refuses an upload, receives the rest, returns the error, and serves further requests', async () => {
  const app = createServer({ ownUrl: OWN_URL })
  app.post('/file', async (incoming) => {
    await incoming.file()
    throw new AppError('dataset.zip-only')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  async function send() {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': HEAD.length + FILE.length }
    const sending = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/file', headers })
    const [answered, sent] = [once(sending, 'response'), once(sending, 'finish')]
    sending.write(HEAD)
    sending.end(FILE)
    await sent
    const [response] = (await answered) as [IncomingMessage]
    return JSON.parse(String(Buffer.concat(await response.toArray()))) as { error: string }
  }
  expect(await send()).toMatchObject({ error: 'dataset.zip-only' })
  expect(await send()).toMatchObject({ error: 'dataset.zip-only' })
  agent.destroy()
  await app.close()
})

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
/** The file is larger than the buffers between two programs. */
const FILE = Buffer.concat([Buffer.alloc(32 * 1024 * 1024), Buffer.from('\r\n--b--\r\n')])
