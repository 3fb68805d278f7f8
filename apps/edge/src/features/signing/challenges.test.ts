import { expect, test } from 'vitest'
import { Challenges } from './challenges.ts'

const signer = { username: 'dora', userId: 'u-dora' }
const act = { kind: 'remove-member', username: 'bob' } as const

test.each([
  ['another act', signer, { ...act, username: 'carol' }],
  ['another signer', { ...signer, username: 'alice' }, act],
  ['the same name on another account', { ...signer, userId: 'u-other' }, act],
])('refuses a challenge that was issued for %s, and voids it', (_what, who, other) => {
  const challenges = new Challenges(() => new Date())
  const made = challenges.make(signer, act)
  expect(challenges.take(made, who, other)).toBe(false)
  expect(challenges.take(made, signer, act)).toBe(false)
})

test('accepts a challenge once and for at most five minutes', () => {
  let time = 0
  const challenges = new Challenges(() => new Date(time))
  const [first, second] = [challenges.make(signer, act), challenges.make(signer, act)]
  expect(challenges.take(first, signer, act)).toBe(true)
  expect(challenges.take(first, signer, act)).toBe(false)
  time = 5 * 60_000
  expect(challenges.take(second, signer, act)).toBe(false)
})

test("limits the number of a signer's pending challenges without removing another signer's", () => {
  const challenges = new Challenges(() => new Date())
  const other = { username: 'alice', userId: 'u-alice' }
  const untouched = challenges.make(other, act)
  const made = Array.from({ length: 25 }, () => challenges.make(signer, act))
  expect(challenges.take(made[0] as string, signer, act)).toBe(false)
  expect(challenges.take(made[24] as string, signer, act)).toBe(true)
  expect(challenges.take(untouched, other, act)).toBe(true)
})

test('never removes a challenge for signing because of log-in requests, however many keys send them', {
  meta: { claim: 'sessions.challenge-flooding' },
}, () => {
  const challenges = new Challenges(() => new Date())
  const untouched = challenges.make(signer, act)
  for (let key = 0; key < 1_001; key += 1) challenges.make(signer, { kind: 'open-session', keyId: `key ${key}` })
  expect(challenges.take(untouched, signer, act)).toBe(true)
})

test('removes no challenge of another key because of log-in requests from one key', () => {
  const challenges = new Challenges(() => new Date())
  const own = { kind: 'open-session', keyId: 'own' } as const
  const untouched = challenges.make(signer, own)
  for (let request = 0; request < 25; request += 1) challenges.make(signer, { kind: 'open-session', keyId: 'other' })
  expect(challenges.take(untouched, signer, own)).toBe(true)
})
