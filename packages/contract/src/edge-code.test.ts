import { expect, test } from 'vitest'
import { olderSide } from './edge-code.ts'

test.each([
  ['2.6.4', '2.6.5', 'edge-older'],
  ['2.9.0', '2.10.0', 'edge-older'],
  ['3.0.0', '2.10.9', 'platform-older'],
  ['2.6.4.1', '2.6.4', 'platform-older'],
  ['2.6.4', '2.6.4', 'other'],
] as const)('compares an edge %s with a platform %s: %s', (edge, platform, expected) => {
  expect(olderSide(edge, platform)).toBe(expected)
})
