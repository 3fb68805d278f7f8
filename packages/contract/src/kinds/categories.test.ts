import { expect, test } from 'vitest'
import { categoryOf } from './categories.ts'

test.each([
  [
    ['false', 'true'],
    ['0', 'false'],
    [1, 'true'],
    ['1.0', 'true'],
    [true, 'true'],
    [' TRUE ', 'true'],
    ['yes', 'yes'],
  ],
  [
    ['0', '1'],
    [true, '1'],
    ['False', '0'],
    [1.0, '1'],
    ['0.0', '0'],
    [2, '2'],
    ['', ''],
    [null, ''],
  ],
  [
    ['True', 'False'],
    ['1', 'True'],
    ['false', 'False'],
  ],
  [
    ['0.0', '1.0'],
    [0, '0.0'],
    ['true', '1.0'],
  ],
  // These categories are not the values of a boolean, so only exact names match.
  [
    ['0', '1', '2'],
    ['true', 'true'],
    ['1.0', '1.0'],
  ],
  [
    ['no', 'yes'],
    ['1', '1'],
    ['Yes', 'Yes'],
    [' yes ', 'yes'],
  ],
  [
    ['1', 'true'],
    ['1.0', '1.0'],
  ],
  [['true'], ['1', '1']],
  [
    ['constructor', 'true'],
    ['toString', 'toString'],
  ],
] as [string[], ...[string | number | boolean | null, string][]][])(
  'finds the category of each value among %j',
  (names, ...cases) => {
    for (const [value, expected] of cases) expect(categoryOf(names, value)).toBe(expected)
  },
)
