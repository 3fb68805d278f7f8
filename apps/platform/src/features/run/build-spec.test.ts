import { expect, test } from 'vitest'
import { buildSpec } from './build-spec.ts'
import type { RunRow } from './table.ts'

test.each([
  ['by default', {}, 600],
  ['according to its plan', { waitMinutes: 25 }, 1_500],
])('sets how long a ServerApp waits for an offline party: %s', (_how, plan, waitSeconds) => {
  const run = { id: 'run', plan, parties: [] } as unknown as RunRow
  expect(buildSpec(run, { HOST: '127.0.0.1', PORT: 8080, EVENTS_PORT: undefined }).waitSeconds).toBe(waitSeconds)
})
