import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, type World } from '../../testing/world.ts'

let world: World
let pageDir: string
beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'tessera-pages-'))
  mkdirSync(join(pageDir, 'ticket-files'))
  writeFileSync(join(pageDir, 'ticket-files', 'page-1a2b.js'), 'x')
  world = await buildWorld({ pageDir })
})
afterAll(async () => {
  await world.close()
  rmSync(pageDir, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers })

test('before the page is built the edge says who can build it', async () => {
  const answer = await get('/ticket', { 'accept-language': 'en' })
  expect(answer.json()).toMatchObject({ error: 'signing.page-missing' })
})

test.each(['/ticket', '/members'])('%s lets nobody frame it, hold it or put scripts into it', async (path) => {
  writeFileSync(join(pageDir, 'ticket.html'), '<meta name="tessera-console" content="%CONSOLE%">')
  const { headers, body, statusCode } = await get(path)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': expect.stringContaining('text/html'),
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(body).toBe(`<meta name="tessera-console" content="${world.fake.consoleOrigin}">`)
})

test('its files are served with the same headers, and nothing beside them', async () => {
  const { headers, body } = await get('/ticket-files/page-1a2b.js')
  expect(body).toBe('x')
  expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable'), 'x-frame-options': 'DENY' })
  for (const path of ['/ticket-files/../ticket.html', '/ticket-files/%2e%2e/ticket.html', '/ticket-files/']) {
    expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400)
  }
})
