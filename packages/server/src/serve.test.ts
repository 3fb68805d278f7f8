import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { AppError, endpoint, fail } from '@tessera/contract'
import { jsonString, renamed } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createServer, logOptions, serving } from './serve.ts'
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

function buildApp(logger: object | boolean = false) {
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

/** As Drizzle throws it, with PostgreSQL's own error for a cause. */
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

test('a call is decoded, handled and encoded; columns outside the output stay', async () => {
  const answer = (await post('Ann')).json()
  expect(answer).toMatchObject({ success: true, code: 200, result: { text: 'hello Ann' } })
  expect(answer.result).not.toHaveProperty('secret')
})

test('a long answer is packed as the caller can unpack it, a short one is not', async () => {
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

test('a list is taken as a list, empty or not; anything else in its place is malformed', async () => {
  const send = (payload: object) =>
    buildApp().inject({ method: 'POST', url: '/greetAll', headers: { 'x-access-token': 't' }, payload })
  expect((await send([{ realname: 'Ann' }, { realname: 'Bob' }])).json().result).toEqual(['hello Ann', 'hello Bob'])
  expect((await send([])).json().result).toEqual([])
  expect((await send({ realname: 'Ann' })).json().error).toBe('request.malformed')
  expect((await send(['Ann'])).json().error).toBe('request.malformed')
})

test.each([
  ['a field that is missing', {}, { field: 'realname', fieldProblem: 'missing' }, '缺少该字段', 'it is missing'],
  [
    'another type',
    { realname: [1] },
    { field: 'realname', fieldProblem: 'type' },
    '类型不符',
    'it has another type than expected',
  ],
  ['no JSON', '{"realname"', { field: 'body', fieldProblem: 'json' }, '不是有效的 JSON', 'it is not valid JSON'],
])(
  'a malformed request names the field and the problem in the caller’s language: %s',
  async (_what, payload, params, cn, en) => {
    for (const [language, text] of Object.entries({ cn, en })) {
      const answer = await buildApp().inject({
        ...{ method: 'POST', url: '/greet', payload },
        headers: { 'x-access-token': 't', 'accept-language': language, 'content-type': 'application/json' },
      })
      expect(answer.json()).toMatchObject({ error: 'request.malformed', params })
      expect(answer.json().message).toContain(text)
      expect(answer.json().message).not.toMatch(/Invalid input|received/)
    }
  },
)

test('a business error answers 200 with its code and a text in the language asked for', async () => {
  const answer = await post('nobody', { 'x-access-token': 't', 'accept-language': 'en' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    success: false,
    code: 500,
    error: 'party.not-found',
    message: 'This party does not exist.',
  })
})

test('an upload that is no longer kept has the number that clients ask for', async () => {
  const answer = await post('late')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ success: false, code: 10010, error: 'dataset.upload-again' })
})

test('without a session: 401', async () => {
  expect((await post('Ann', {})).statusCode).toBe(401)
})

test('an unforeseen error says nothing of its cause', async () => {
  const answer = await post('bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret detail')
})

test('the log says which statement failed, and why, but shows no values', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = buildApp({ ...logOptions, level: 'error', stream })
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

test('a NUL, which no database keeps, is refused with the field’s name', async () => {
  for (const payload of [{ realname: 'A\0nn' }, { realname: 'Ann', rows: [{ 'a\0ge': 1 }] }]) {
    const headers = { 'x-access-token': 't', 'accept-language': 'en' }
    const answer = await buildApp().inject({ method: 'POST', url: '/greet', headers, payload })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.nul'])
    expect(answer.json().message).toContain('rows' in payload ? '“rows.0.age”' : '“realname”')
  }
})

test('half a character, which no database keeps, is refused with the field’s name', async () => {
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
])('JSON nested ten thousand deep, %s: 400 in words', async (_who, url, headers) => {
  const payload = `{"realname":"Ann","rows":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const answer = await buildApp().inject({
    ...{ method: 'POST', url, payload },
    headers: { ...headers, 'content-type': 'application/json', 'accept-language': 'en' },
  })
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.too-deep'])
  expect(answer.json().message).toContain('more than 64 levels deep')
})

test('what travels as JSON in a text may nest no deeper, and hold no NUL', async () => {
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
    ...{ code: 400, error: 'request.nul' },
    params: { field: 'document.a.0' },
  })
})

const ONE_FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext'
test.each([
  ['cut off in the file', 'multipart/form-data; boundary=b', ONE_FILE],
  ['cut off in a head', 'multipart/form-data; boundary=b', ONE_FILE.slice(0, 40)],
  ['without a boundary', 'multipart/form-data', `${ONE_FILE}\r\n--b--\r\n`],
  ['with another boundary', 'multipart/form-data; boundary=c', `${ONE_FILE}\r\n--b--\r\n`],
  ['that is none', 'application/json', '{}'],
])('a form %s is the sender’s fault, in words', async (_how, type, payload) => {
  const headers = { 'content-type': type, 'accept-language': 'en' }
  const answer = await buildApp().inject({ method: 'POST', url: '/file', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: 'request.form-broken', message: expect.stringContaining('whole') })
})

test.each([
  ['read with its fields, within its limits', [{ name: 'a.txt', content: Buffer.from('some') }], '2 fields, a.txt 4'],
  ['of too many files is refused', Array(3).fill({ name: 'a', content: Buffer.from('') }), 'file.too-many'],
  ['too large in all is refused', Array(2).fill({ name: 'a', content: Buffer.alloc(600_000) }), 'file.too-many'],
  ['with a name that cannot be kept is refused', [{ name: 'a\0', content: Buffer.from('') }], 'request.nul'],
])('a form with files is %s', async (_how, files, said) => {
  const { headers, payload } = formOf({ id: '7', other: 'x' }, files)
  const asked = { ...headers, 'x-access-token': 't', 'accept-language': 'en' }
  const answer = (await buildApp().inject({ method: 'POST', url: '/files', headers: asked, payload })).json()
  expect(answer.error ?? answer.result).toBe(said)
  if (answer.error === 'file.too-many') expect(answer.message).toContain('at most 2 files at once, of 1 MB together')
})

test('nobody’s form is read before it is known who sends it', async () => {
  const { headers, payload } = formOf({ id: '7' }, Array(3).fill({ name: 'a', content: Buffer.from('') }))
  const answer = await buildApp().inject({ method: 'POST', url: '/files', headers, payload })
  expect(answer.json().error).toBe('session.missing')
})

test('a form whole, but empty: no file arrived', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await buildApp().inject({ method: 'POST', url: '/file', headers, payload: '--b--\r\n' })
  expect(answer.json().error).toBe('file.missing')
})

test('an unforeseen error carries its request number: in a header, the text, the parameters and the log', async () => {
  const lines: string[] = []
  const app = buildApp({ ...logOptions, level: 'error', stream: { write: (line: string) => lines.push(line) } })
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

test('an address that cannot be read carries its number too', async () => {
  const answer = await buildApp().inject('/%zz')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{10}$/)
})

test('a body that lacks a field: 400 with the field', async () => {
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
  ['another name, made to lead here', 'evil.example', 421],
  ['another with ours before it', 'tessera.example.org.evil.example', 421],
  ['none that can be read', 'a b', 421],
  ['its own', 'tessera.example.org:8443', 200],
  ['its own behind a proxy that drops the port', 'Tessera.Example.org', 200],
  ['this machine', 'localhost:8080', 200],
  ['an address', '10.1.2.3:8080', 200],
  ['an address of the other kind', '[::1]:8080', 200],
])('asked under %s: %s, %i', async (_who, host, status) => {
  const answer = await post('Ann', { 'x-access-token': 't', host, 'accept-language': 'en' })
  expect(answer.statusCode).toBe(status)
  if (status === 421)
    expect(answer.json()).toMatchObject({
      error: 'request.wrong-host',
      message: `This server is not reached under that name. Open ${OWN_URL}.`,
    })
})

test('no answer is taken for another kind of content than it says', async () => {
  const app = buildApp()
  for (const url of ['/greet', '/nowhere']) {
    expect((await app.inject({ url, headers: { host: 'evil.example' } })).headers).toHaveProperty(
      'x-content-type-options',
      'nosniff',
    )
    expect((await app.inject(url)).headers).toHaveProperty('x-content-type-options', 'nosniff')
  }
})

test('an unknown route: 404', async () => {
  expect((await buildApp().inject('/nowhere')).statusCode).toBe(404)
})

test('whoever is refused in the middle of sending a file can send it to its end, hears why, and is answered again', async () => {
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
/** More than waits between two programs. */
const FILE = Buffer.concat([Buffer.alloc(32 * 1024 * 1024), Buffer.from('\r\n--b--\r\n')])
