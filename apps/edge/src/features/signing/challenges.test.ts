import { expect, test } from 'vitest'
import { Challenges } from './challenges.ts'

const signer = { username: 'dora', userId: 'u-dora' }
const act = { kind: 'remove-member', username: 'bob' } as const

test.each([
  ['another act', signer, { ...act, username: 'carol' }],
  ['another signer', { ...signer, username: 'alice' }, act],
  ['the same name on another account', { ...signer, userId: 'u-other' }, act],
])('a challenge is not good for %s, and used up by trying', (_what, who, other) => {
  const challenges = new Challenges(() => new Date())
  const made = challenges.make(signer, act)
  expect(challenges.take(made, who, other)).toBe(false)
  expect(challenges.take(made, signer, act)).toBe(false)
})

test('a challenge is good once, for five minutes', () => {
  let time = 0
  const challenges = new Challenges(() => new Date(time))
  const [first, second] = [challenges.make(signer, act), challenges.make(signer, act)]
  expect(challenges.take(first, signer, act)).toBe(true)
  expect(challenges.take(first, signer, act)).toBe(false)
  time = 5 * 60_000
  expect(challenges.take(second, signer, act)).toBe(false)
})

test("a signer's challenges do not pile up, nor take away another's", () => {
  const challenges = new Challenges(() => new Date())
  const other = { username: 'alice', userId: 'u-alice' }
  const kept = challenges.make(other, act)
  const made = Array.from({ length: 25 }, () => challenges.make(signer, act))
  expect(challenges.take(made[0] as string, signer, act)).toBe(false)
  expect(challenges.take(made[24] as string, signer, act)).toBe(true)
  expect(challenges.take(kept, other, act)).toBe(true)
})

test('asking to be let in, however often and with however many keys, takes no challenge away from signing', () => {
  const challenges = new Challenges(() => new Date())
  const kept = challenges.make(signer, act)
  for (let key = 0; key < 1_001; key += 1) challenges.make(signer, { kind: 'open-session', keyId: `key ${key}` })
  expect(challenges.take(kept, signer, act)).toBe(true)
})

test('one key that asks to be let in takes no challenge away from another', () => {
  const challenges = new Challenges(() => new Date())
  const own = { kind: 'open-session', keyId: 'own' } as const
  const kept = challenges.make(signer, own)
  for (let asked = 0; asked < 25; asked += 1) challenges.make(signer, { kind: 'open-session', keyId: 'other' })
  expect(challenges.take(kept, signer, own)).toBe(true)
})
