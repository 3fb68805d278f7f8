import { expect, test } from 'vitest'
import { CHAIN_START, type ChainEntry, findBrokenEntry, nextEntry } from './hash-chain.ts'

function chain(kinds: string[]): ChainEntry[] {
  const entries: ChainEntry[] = []
  for (const kind of kinds)
    entries.push(nextEntry(entries.at(-1) ?? CHAIN_START, kind, { kind }, new Date('2026-11-21T10:00:00Z')))
  return entries
}

test('an untouched log has no broken entry', () => {
  expect(findBrokenEntry(chain(['a', 'b', 'c']))).toBeUndefined()
})

test('a changed entry is found', () => {
  const entries = chain(['a', 'b', 'c'])
  const [first, second, third] = entries as [ChainEntry, ChainEntry, ChainEntry]
  expect(findBrokenEntry([first, { ...second, data: { kind: 'x' } }, third])?.seq).toBe(2)
})

test('a dropped entry is found', () => {
  const [first, , third] = chain(['a', 'b', 'c']) as [ChainEntry, ChainEntry, ChainEntry]
  expect(findBrokenEntry([first, third])?.seq).toBe(3)
})
