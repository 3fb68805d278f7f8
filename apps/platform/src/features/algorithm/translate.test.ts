import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TRANSLATION_CHARACTERS } from '@tessera/contract'
import { CallService, GetAlgorithm, ListAlgorithms, ListAlgorithmsFor } from '@tessera/contract/wire'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPublic, sendGuarded } from '../../lib/guarded-request.ts'
import { buildApp, buildUser, call, type World } from '../../testing/index.ts'
import { WITH_ALGORITHMS } from '../../testing/task.ts'
import { TRANSLATE, translate } from './translate.ts'

let server: Server
let base: string
let answer: RequestListener = (_request, response) => response.end('{}')
const received: { url: string | undefined; body: unknown }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ url: request.url, body: await bodyOf(request) })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
afterEach(() => {
  received.length = 0
})

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || 'null')
}
const says = (translatedText: string): RequestListener => {
  return (_request, response) => response.end(JSON.stringify({ translatedText }))
}

describe('the translation service', () => {
  let w: World
  beforeAll(async () => {
    const env = { TRANSLATE_URL: `${base}/`, TRANSLATE_KEY: 'key', TRANSLATE_PRIVATE: '1' }
    w = await buildApp({ env: { ...WITH_ALGORITHMS, ...env } })
  })
  afterAll(() => w.close())
  const ask = async (text: string) => call(w, CallService, { serviceId: TRANSLATE, text }, { user: await buildUser(w) })

  test.each([
    ['你好，world', 'en', 'Hello, world'],
    ['Guten Tag', 'zh', '你好'],
  ])(
    'requests “%s” from the translation service in %s',
    { meta: { spec: 'screens.translate-helper' } },
    async (text, target, translated) => {
      answer = says(translated)
      expect((await ask(text)).result).toEqual({ translations: [[{ source: text, target: translated }]] })
      expect(received).toEqual([
        { url: '/translate', body: { q: text, source: 'auto', target, format: 'text', api_key: 'key' } },
      ])
    },
  )

  test('answers older clients without an envelope, and with one for errors', {
    meta: { spec: 'calls.algorithm/call' },
  }, async () => {
    answer = says('Hello')
    const { token } = await buildUser(w)
    const asOlder = (payload: object) =>
      w.app.inject({
        method: 'POST',
        url: `${w.settings.PREFIX}/federalml/algorithm/call?id=${TRANSLATE}`,
        headers: { 'x-access-token': token },
        payload,
      })
    const response = await asOlder({ doctype: 'json', type: 'AUTO', i: '你好' })
    expect(response.json()).toEqual({ translateResult: [[{ src: '你好', tgt: 'Hello' }]] })
    expect((await asOlder({ i: ' ' })).json()).toMatchObject({ success: false, error: 'service.text-length' })
  })

  test('accepts five hundred characters of any kind, and no more', {
    meta: { spec: 'limits.translation-length' },
  }, async () => {
    answer = says('…')
    expect((await ask('😀'.repeat(TRANSLATION_CHARACTERS))).error).toBeUndefined()
    const longer = await ask('a'.repeat(TRANSLATION_CHARACTERS + 1))
    expect(longer).toMatchObject({ error: 'service.text-length', params: { limit: TRANSLATION_CHARACTERS } })
    expect(received).toHaveLength(1)
  })

  test.each<[string, RequestListener]>([
    ['an error', (_request, response) => response.writeHead(500).end('{"error":"x"}')],
    ['no JSON', (_request, response) => response.end('<html>')],
    ['another JSON', (_request, response) => response.end('{"translatedText":1}')],
    ['more than a megabyte', (_request, response) => response.end(JSON.stringify({ translatedText: 'a'.repeat(2e6) }))],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('reports a translation service’s %s as a failure', async (_what, listener) => {
    answer = listener
    expect((await ask('hello')).error).toBe('service.failed')
  })

  test('does not follow a redirect of the translation service', {
    meta: { spec: 'screens.translate-helper' },
  }, async () => {
    answer = (_request, response) => response.writeHead(307, { location: `${base}/elsewhere` }).end()
    expect((await ask('hello')).error).toBe('service.failed')
    expect(received.map(({ url }) => url)).toEqual(['/translate'])
  })

  test('stops waiting for a translation service that does not answer', {
    meta: { spec: 'screens.translate-helper' },
  }, async () => {
    answer = () => {}
    const { userId } = await buildUser(w)
    const asking = translate(w.deps, { serviceId: TRANSLATE, text: 'hello' }, { userId }, 50)
    await expect(asking).rejects.toMatchObject({ code: 'service.too-slow', params: { seconds: 1 } })
  })

  test('refuses to translate without a session, with an unknown service, or above the limit', {
    meta: { spec: 'calls.algorithm/call' },
  }, async () => {
    answer = says('…')
    expect((await call(w, CallService, { serviceId: TRANSLATE, text: 'hello' })).status).toBe(401)
    const user = await buildUser(w)
    expect((await call(w, CallService, { serviceId: 'logistic', text: 'hello' }, { user })).error).toBe(
      'algorithm.not-found',
    )
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => call(w, CallService, { serviceId: TRANSLATE, text: 'hello' }, { user })),
    )
    expect(answers.filter(({ error }) => error === 'request.too-many')).toHaveLength(1)
    expect(received).toHaveLength(30)
  })

  test('lists the translation service in the pool as a service, with which no task can train', async () => {
    const user = await buildUser(w)
    const list = async (input: object) =>
      (await call(w, ListAlgorithms, { pageNo: 1, pageSize: 200, ...input }, { user })).result.records.map(
        ({ id }) => id,
      )
    expect(await list({})).toContain(TRANSLATE)
    expect(await list({ kind: 'service' })).toEqual([TRANSLATE])
    expect(await list({ name: '翻译' })).toEqual([TRANSLATE])
    expect(await list({ kind: 'local' })).not.toContain(TRANSLATE)
    expect((await call(w, GetAlgorithm, { algorithmId: TRANSLATE }, { user })).result).toMatchObject({
      kind: 'service',
    })
    const fitting = await call(w, ListAlgorithmsFor, { labelKind: 'binary' }, { user })
    expect(fitting.result.map(({ id }) => id)).not.toContain(TRANSLATE)
  })
})

describe('without a configured service', () => {
  let w: World
  beforeAll(async () => {
    w = await buildApp({ env: WITH_ALGORITHMS })
  })
  afterAll(() => w.close())

  test('does not list a translation service, and answers at its address that there is none', {
    meta: { spec: 'calls.algorithm/call' },
  }, async () => {
    const user = await buildUser(w)
    const { records } = (await call(w, ListAlgorithms, { pageNo: 1, pageSize: 200 }, { user })).result
    expect(records.map(({ id }) => id)).not.toContain(TRANSLATE)
    const both = [
      await call(w, GetAlgorithm, { algorithmId: TRANSLATE }, { user }),
      await call(w, CallService, { serviceId: TRANSLATE, text: 'hello' }, { user }),
    ]
    expect(both.map(({ error }) => error)).toEqual(['service.not-configured', 'service.not-configured'])
  })
})

describe('a private network', () => {
  const refused: unknown[] = []
  const send = (url: string, guard: Partial<Parameters<typeof sendGuarded>[2]> = {}) =>
    sendGuarded(new URL(url), {}, { mayBePrivate: false, timeoutMs: 5_000, ...guard }, (error) => refused.push(error))
  /** Returns a name server that gives these answers, one per query. */
  const names = (...answers: string[][]) => {
    const left = [...answers]
    return ((_name: string, _options: object, done: (error: null, addresses: object[]) => void) => {
      done(
        null,
        (left.shift() ?? []).map((address) => ({ address, family: 4 })),
      )
    }) as never
  }

  test.each(['http://127.0.0.1:9', 'http://[::1]:9', 'http://10.0.0.1', 'http://0x7f000001:9', 'http://localhost:9'])(
    'does not call a private address in any notation: %s',
    async (url) => {
      await expect(send(url)).rejects.toMatchObject({ code: 'service.address-private' })
    },
  )

  test('does not call a host if one of its addresses is private', {
    meta: { spec: 'screens.translate-helper' },
  }, async () => {
    const guard = { resolve: names(['203.0.113.7', '93.184.216.34'], ['93.184.216.34', '192.168.1.1']) }
    await expect(send('http://service.test', guard)).rejects.toMatchObject({ code: 'service.address-private' })
    await expect(send('http://service.test', guard)).rejects.toMatchObject({ code: 'service.address-private' })
    expect(received).toEqual([])
  })

  test('resolves the host name once, and connects to the address that it checked', {
    meta: { spec: 'screens.translate-helper' },
  }, async () => {
    answer = says('…')
    const guard = { mayBePrivate: true, resolve: names(['127.0.0.1'], ['192.0.2.1']) }
    expect(await send(base.replace('127.0.0.1', 'service.test'), guard)).toEqual({ translatedText: '…' })
    expect(received).toHaveLength(1)
  })

  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
  ])('decides whether the network address %s is public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected)
  })
})
