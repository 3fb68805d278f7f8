import { expect, test } from 'vitest'
import { NewPin } from './signing.ts'

test.each([
  ['five digits', '20262', false],
  ['six digits', '202620', true],
  ['three signs of two units each', '👍👍👍', false],
  ['three letters that are two each when composed plainly', 'ﬁﬁﬁ', true],
  ['sixty-four letters', 'ä'.repeat(64), true],
  ['sixty-five', 'ä'.repeat(65), false],
])('a new PIN of %s', (_what, pin, isTaken) => {
  expect(NewPin.safeParse(pin).success).toBe(isTaken)
})
