import { expect, test } from 'vitest'
import { SipHash } from './sip-hash.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index)
const key = bytes(16)

// Test vectors of the reference implementation (vectors.h). The key and the message are the bytes 00, 01, 02 …
test.each([
  [0, '726fdb47dd0e0e31'],
  [1, '74f839c593dc67fd'],
  [7, 'ab0200f58b01d137'],
  [8, '93f5f5799a932462'],
  [15, 'a129ca6149be45e5'],
  [63, '958a324ceb064572'],
])('returns the hash of the reference implementation for %i bytes', (length, expected) => {
  expect(new SipHash(key).hexOf(bytes(length))).toBe(expected)
})

test('hashes texts of any length, and returns another hash with another key', () => {
  const hash = new SipHash(key)
  const long = '患者'.repeat(1_000)
  expect(hash.ofText(long)).toBe(new SipHash(key).ofText(long))
  expect(hash.ofText(`${long}x`)).not.toBe(hash.ofText(long))
  expect(new SipHash(bytes(17).subarray(1)).ofText(long)).not.toBe(hash.ofText(long))
})

test('returns the same hash for equal numbers', () => {
  const hash = new SipHash(key)
  expect(hash.ofNumber(-0)).toBe(hash.ofNumber(0))
  expect(hash.ofNumber(Number.NaN)).toBe(hash.ofNumber(0 / 0))
  expect(hash.ofNumber(1)).not.toBe(hash.ofNumber(2))
})
