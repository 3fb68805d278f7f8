import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, type World } from '../../testing/world.ts'
import { framePages } from './pages.ts'

let world: World
let pageDir: string
beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'tessera-pages-'))
  mkdirSync(join(pageDir, 'edge-page-files'))
  writeFileSync(join(pageDir, 'edge-page-files', 'page-1a2b.js'), 'x')
  writeFileSync(join(pageDir, 'edge-page-files', 'page-1a2b.js.br'), brotliCompressSync('packed by brotli'))
  writeFileSync(join(pageDir, 'edge-page-files', 'page-1a2b.js.gz'), gzipSync('packed by gzip'))
  world = await buildWorld({ pageDir })
})
afterAll(async () => {
  await world.close()
  rmSync(pageDir, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers })

test('explains how to build the edge pages if they were not built', async () => {
  const answer = await get('/ticket', { 'accept-language': 'en' })
  expect(answer.json()).toMatchObject({ error: 'signing.page-missing' })
})

const built = () =>
  writeFileSync(
    join(pageDir, 'edge-pages.html'),
    '<meta name="tessera-console" content="%CONSOLE%"><meta name="tessera-nonce" content="%NONCE%">',
  )

test.each([
  ['/ticket', null],
  ['/members', null],
  ['/session', null],
  ['/removed-data', null],
  ['/confirm', null],
  ['/dataset', 'the console'],
  ['/choose-rows', 'the console'],
  ['/choose-classes', 'the console'],
  ['/confirm-names', 'the console'],
  ['/kept-result', 'the console'],
  ['/upload', 'the console'],
  ['/ask', 'the console'],
  ['/inference', 'the console'],
])(
  'serves %s so that other windows cannot reference it, foreign scripts and styles do not run, and only this origin can frame it: %s',
  { meta: { claim: 'row-access.script-injection' } },
  async (path, framedBy) => {
    built()
    const { headers, body, statusCode } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('text/html'),
    })
    // A frame of this edge in the console's window opens these two pages and communicates with them. All other pages
    // are isolated.
    const isOpened = ['/session', '/confirm'].includes(path)
    expect(headers['cross-origin-opener-policy']).toBe(isOpened ? undefined : 'same-origin')
    expect(headers['x-frame-options']).toBe(framedBy ? undefined : 'DENY')
    const policy = String(headers['content-security-policy']).split('; ')
    const nonce = policy.join().match(/'nonce-([\w+/=]{24})'/)?.[1]
    const { consoleOrigin } = world.fake
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("img-src 'self' data: blob:")
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain(`frame-ancestors ${framedBy ? consoleOrigin : "'none'"}`)
    expect(policy.join()).not.toContain('unsafe')
    expect(body).toBe(
      `<meta name="tessera-console" content="${consoleOrigin}"><meta name="tessera-nonce" content="${nonce}">`,
    )
    expect((await get(path)).body).not.toBe(body)
  },
)

test('does not allow other sites to frame the pages of an edge whose console is unknown', async () => {
  built()
  const app = fastify()
  framePages(app, { pageDir, consoleOrigin: () => '' })
  const { headers } = await app.inject('/dataset')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  await app.close()
})

test.each([
  ['br', 'gzip, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'serves files compressed by the build to clients that accept the encoding (%s)',
  async (encoding, accepted, unpack) => {
    const answer = await get('/edge-page-files/page-1a2b.js', { 'accept-encoding': accepted })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'x-frame-options': 'DENY',
    })
    expect(unpack(answer.rawPayload).toString()).toContain('packed by')
  },
)

test('serves the files of a page without the headers of a document, and serves no other files', async () => {
  const { headers, body } = await get('/edge-page-files/page-1a2b.js')
  expect(body).toBe('x')
  expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable'), 'x-frame-options': 'DENY' })
  for (const path of [
    '/edge-page-files/../edge-pages.html',
    '/edge-page-files/%2e%2e/edge-pages.html',
    '/edge-page-files/',
  ]) {
    expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400)
  }
})
