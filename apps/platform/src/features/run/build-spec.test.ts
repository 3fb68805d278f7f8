import { expect, test } from 'vitest'
import { buildSpec } from './build-spec.ts'
import type { RunRow } from './table.ts'

test.each([
  ['as every run does', {}, 600],
  ['as its plan says', { waitMinutes: 25 }, 1_500],
])('a ServerApp waits %s for a party that is away', (_how, plan, waitSeconds) => {
  const run = { id: 'run', plan, parties: [] } as unknown as RunRow
  expect(buildSpec(run, { HOST: '127.0.0.1', PORT: 8080, EVENTS_PORT: undefined }).waitSeconds).toBe(waitSeconds)
})
