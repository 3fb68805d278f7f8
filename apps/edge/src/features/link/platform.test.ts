import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { daysOf, Platform } from './platform.ts'

/** A platform that closes the connection of its first `cuts` questions without a word, and counts all of them. */
async function cuttingPlatform(cuts: number) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (asked <= cuts) (request.socket as Socket).destroy()
    else response.end('code')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const platform = new Platform(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    generateKeyPairSync('ed25519').privateKey,
  )
  return { platform, count: () => asked, close: () => server.close() }
}

test('a question that met a closing connection is asked once more; one that changes something is not', async () => {
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

test('a certificate whose times cannot be read has no days, and ends nothing', () => {
  const valid_from = 'Nov 26 23:30:00 2025 GMT'
  expect(daysOf({ valid_from, valid_to: 'Nov 26 00:00:00 2026 GMT' })).toBe('2025-11-26 – 2026-11-26')
  expect(daysOf({ valid_from, valid_to: 'Bad time value' })).toBeUndefined()
})
