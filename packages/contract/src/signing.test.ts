import { expect, test } from 'vitest'
import { NewPin } from './signing.ts'

test('refuses a PIN that is too long before normalising it, because normalisation could exhaust the memory', () => {
  // Normalisation turns each of these letters into eighteen letters.
  const { error } = NewPin.safeParse('\uFDFA'.repeat(1_001))
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})

test.each([
  ['five digits', '20262', false],
  ['six digits', '202620', true],
  ['three characters of two units each', '👍👍👍', false],
  ['three letters that are two each when composed plainly', 'ﬁﬁﬁ', true],
  ['sixty-four letters', 'ä'.repeat(64), true],
  ['sixty-five', 'ä'.repeat(65), false],
])('decides whether a new PIN is accepted: %s', (_what, pin, isTaken) => {
  expect(NewPin.safeParse(pin).success).toBe(isTaken)
})
