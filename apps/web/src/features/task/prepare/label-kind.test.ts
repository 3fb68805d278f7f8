import { expect, test } from 'vitest'
import { labelKindOf } from './label-kind.ts'

test.each([
  [{ type: 'text', distinct: 2 }, 'binary'],
  [{ type: 'integer', distinct: 2 }, 'binary'],
  [{ type: 'text', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 80 }, 'regression'],
  [{ type: 'number', distinct: 5 }, 'regression'],
] as const)('%o reads as %s', (profile, kind) => {
  expect(labelKindOf(profile)).toBe(kind)
})
