import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as wire from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { Client } from './client.ts'
import { edgesReady } from './main-job.ts'
import { until } from './until.ts'

test('waits as long as new states appear, and then reports the last state in the error', async () => {
  let state = 0
  const limitMs = 200
  const waiting = until('the end', () => undefined, limitMs, 20, {
    state: () => {
      state += 1
      return `step ${Math.min(state, 40)}`
    },
  })
  await expect(waiting).rejects.toThrow(/^waited \d+ s for the end, .* without progress: step 40 \(load .* on \d+ proc/)
  // 40 states of 20 ms each take longer than the limit.
  expect(state).toBeGreaterThanOrEqual(40)
})

test('does not count a repeated state of the awaited object as progress', async () => {
  let turn = 0
  const state = () => {
    turn += 1
    return turn % 2 ? 'starting' : 'failed'
  }
  await expect(until('the end', () => undefined, 100, 10, { state })).rejects.toThrow('without progress')
})

test('reports for each edge of a demo what it lacks if the edges do not become ready', async () => {
  const member = (lastSeen: Date | null, failing: string[]) =>
    ({ call: async (endpoint: unknown) => (endpoint === wire.GetEdge ? { lastSeen } : failing) }) as unknown as Client
  const members = new Map([
    ['1001', member(new Date(), [])],
    ['1002', member(null, [])],
    ['1003', member(new Date(), ['supernode', 'runner'])],
  ])
  await expect(edgesReady(members, { limitMs: 10 })).rejects.toThrow(
    'edge-1002 has not connected to the platform; edge-1003 not ready: supernode, runner',
  )
})

test('repeats only calls that are temporarily refused, and only if the demo asks for it', async () => {
  const refusals = ['edge.platform-away', 'request.too-many']
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    const error = refusals[calls - 1]
    response.end(JSON.stringify(error ? { success: false, error, message: error } : { success: true, result: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const repeated: string[] = []
  await expect(client.call(wire.ListMyParties)).rejects.toMatchObject({ code: 'edge.platform-away' })
  calls = 0
  client.onRepeat = (line) => repeated.push(line)
  expect(await client.call(wire.ListMyParties)).toEqual([])
  expect(repeated).toHaveLength(2)
  calls = 0
  refusals.splice(0, 1, 'login.required')
  await expect(client.call(wire.ListMyParties)).rejects.toMatchObject({ code: 'login.required' })
  server.close()
})
