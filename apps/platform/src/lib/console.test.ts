import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { GetStatistics } from '@tessera/contract/wire'
import { describe, expect, test } from 'vitest'
import { buildUser, call, describeOn } from '../testing/index.ts'

const WEB_DIR = mkdtempSync(join(tmpdir(), 'tessera-web-'))
writeFileSync(join(WEB_DIR, 'index.html'), '<title>console</title>')
writeFileSync(join(WEB_DIR, 'mark.svg'), '<svg/>')
for (const name of ['page.js', 'page.css']) writeFileSync(join(WEB_DIR, name), '')
writeFileSync(join(WEB_DIR, 'mark.svg.br'), brotliCompressSync('<svg/>'))
writeFileSync(join(WEB_DIR, 'mark.svg.gz'), gzipSync('<svg/>'))

describe('serving the console', () => {
  describeOn(
    'embedded',
    'served',
    (world) => {
      const open = (url: string, accept = 'text/html') => world().app.inject({ url, headers: { accept } })

      test.each(['/', '/login', '/mytask/mytaskDetail?id=1'])(
        'serves the console’s page for %s',
        { meta: { spec: 'screens.routes-history-mode' } },
        async (url) => {
          const answer = await open(url)
          expect([answer.statusCode, answer.body]).toEqual([200, '<title>console</title>'])
          expect(answer.headers['cache-control']).toBe('no-cache')
        },
      )

      test.each(['/jeecg-boot/no/such', '/edge/no-such', '/missing.js', '/../settings.ts'])(
        'returns no page of the console for %s',
        async (url) => {
          expect((await open(url)).statusCode).toBe(404)
        },
      )

      test.each([
        ['br', 'gzip, br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const)('serves compressed files to browsers that accept them (%s)', async (encoding, accepted, unpack) => {
        const { headers, rawPayload } = await world().app.inject({
          url: '/mark.svg',
          headers: { 'accept-encoding': accepted },
        })
        expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'image/svg+xml' })
        expect(unpack(rawPayload).toString()).toBe('<svg/>')
      })

      test('sends document headers with pages, but not with scripts and styles', async () => {
        const headers = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy']
        for (const url of ['/', '/mark.svg', '/no/such.js']) {
          const answer = await open(url)
          expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(headers))
          // Other pages cannot reference the console's window. Windows that an edge page in the console's frame opens
          // remain connected to that page.
          expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
        }
        for (const url of ['/page.js', '/page.css']) {
          const answer = await open(url)
          expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
          expect(headers.filter((name) => answer.headers[name])).toEqual([])
        }
      })

      test('serves files, and no page to a program that does not accept HTML', async () => {
        expect((await open('/mark.svg')).body).toBe('<svg/>')
        expect((await open('/mytask', 'application/json')).statusCode).toBe(404)
      })
    },
    { WEB_DIR },
  )

  describeOn(
    'embedded',
    'beside calls without a prefix',
    (world) => {
      test('serves the console’s pages besides API calls', async () => {
        const headers = { accept: 'text/html' }
        expect((await world().app.inject({ url: '/mytask', headers })).body).toBe('<title>console</title>')
        const user = await buildUser(world())
        expect((await call(world(), GetStatistics, {}, { user })).result).toMatchObject({ tasks: 0 })
        expect((await world().app.inject({ url: GetStatistics.path })).statusCode).toBe(401)
      })
    },
    { WEB_DIR, PREFIX: '/' },
  )
})
