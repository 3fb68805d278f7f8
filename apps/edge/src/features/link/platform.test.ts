import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { daysOf, Platform } from './platform.ts'

/**
 * Starts a platform that closes the connection for its first `cuts` requests without a response, and counts all
 * requests.
 */
async function cuttingPlatform(cuts: number) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests <= cuts) (request.socket as Socket).destroy()
    else response.end('code')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const platform = new Platform(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    generateKeyPairSync('ed25519').privateKey,
  )
  return { platform, count: () => requests, close: () => server.close() }
}

test('retries a request if its connection was just closed, but not a request that changes data', async () => {
  const once = await cuttingPlatform(1)
  expect(Buffer.from(await once.platform.code('mlp')).toString()).toBe('code')
  expect(once.count()).toBe(2)
  once.close()

  const always = await cuttingPlatform(5)
  await expect(always.platform.code('mlp')).rejects.toMatchObject({ code: 'edge.platform-away' })
  expect(always.count()).toBe(2)
  always.close()

  const changing = await cuttingPlatform(1)
  await expect(changing.platform.shareResult('r1', {} as never)).rejects.toMatchObject({ code: 'edge.platform-away' })
  expect(changing.count()).toBe(1)
  changing.close()
})

const SILENT_MS = 300

/**
 * Starts a platform that delays its response until the test releases it. `isAlive` determines whether it answers
 * `/healthz` before that.
 */
async function holdingPlatform(isAlive: boolean) {
  const held = Promise.withResolvers<void>()
  let looks = 0
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') {
      looks += 1
      if (isAlive) response.end('{}')
      return
    }
    response.setHeader('content-type', 'application/octet-stream')
    await held.promise
    response.write('co')
    response.end('de')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const platform = new Platform(`http://127.0.0.1:${port}`, generateKeyPairSync('ed25519').privateKey, SILENT_MS)
  return {
    platform,
    looks: () => looks,
    send: held.resolve,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

test('waits for a response while the platform answers health checks, and aborts the request if it does not', async () => {
  const busy = await holdingPlatform(true)
  const code = busy.platform.code('mlp')
  // The wait covers more health checks than those after which a request to a silent platform is aborted.
  await vi.waitFor(() => expect(busy.looks()).toBeGreaterThan(10))
  busy.send()
  expect(Buffer.from(await code).toString()).toBe('code')
  busy.close()

  const silent = await holdingPlatform(false)
  await expect(silent.platform.code('mlp')).rejects.toMatchObject({ code: 'edge.platform-away' })
  silent.close()
})

test('creates tokens that are valid for one minute, even if the second changes during their creation', async () => {
  const platform = new Platform('http://127.0.0.1:9', generateKeyPairSync('ed25519').privateKey)
  platform.actAs('1001')
  let milliseconds = 1_800_000_000_000
  const Clock = Date
  class Hurrying extends Clock {
    static override now = () => (milliseconds += 1_000)
    constructor() {
      super(Hurrying.now())
    }
  }
  vi.stubGlobal('Date', Hurrying)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { iat = 0, exp = 0 } = decodeJwt(await platform.token())
  expect(exp - iat).toBe(60)
})

test('returns no validity period, and throws no error, for a certificate with unreadable dates', () => {
  const valid_from = 'Nov 26 23:30:00 2025 GMT'
  expect(daysOf({ valid_from, valid_to: 'Nov 26 00:00:00 2026 GMT' })).toBe('2025-11-26 – 2026-11-26')
  expect(daysOf({ valid_from, valid_to: 'Bad time value' })).toBeUndefined()
})
