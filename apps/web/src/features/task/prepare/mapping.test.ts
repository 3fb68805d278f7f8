import { expect, test } from 'vitest'
import { type Comparison, conversionBetween, startingChoices, takenColumns, unmappedColumns } from './mapping.ts'

test.each([
  ['integer', 'number', 'none'],
  ['number', 'integer', 'none'],
  ['text', 'number', 'to-number'],
  ['integer', 'text', 'to-text'],
  ['number', 'text', null],
  ['date', 'number', null],
  ['text', 'date', null],
  ['boolean', 'integer', 'to-number'],
  ['integer', 'boolean', 'to-boolean'],
  ['text', 'boolean', 'to-boolean'],
  ['number', 'boolean', null],
  ['boolean', null, 'none'],
] as const)('converts %s to %s: %s', (own, wanted, conversion) => {
  expect(conversionBetween(own, wanted)).toBe(conversion)
})

const comparison: Comparison = {
  initiatorName: 'A',
  participantName: 'B',
  differences: [
    { column: 'age', initiatorType: 'number', participantType: null },
    { column: 'chol', initiatorType: 'number', participantType: 'text' },
  ],
  proposals: [
    { column: 'age', from: '年龄', conversion: 'none' },
    { column: 'gone', from: 'x', conversion: 'none' },
  ],
  participantColumns: [],
}

test('fills in the proposed columns, and uses each own column only once', () => {
  const choices = startingChoices(comparison)
  expect(unmappedColumns(comparison, choices)).toEqual(['chol'])
  expect([...takenColumns(comparison, ['age', 'chol', 'sex'], choices)]).toEqual([
    ['sex', 'sex'],
    ['年龄', 'age'],
  ])
})

test('treats a column named “constructor” as unmapped until the user maps it', () => {
  const column = 'constructor'
  const odd = { ...comparison, differences: [{ column, initiatorType: 'number' as const, participantType: null }] }
  expect(unmappedColumns(odd, startingChoices(odd))).toEqual([column])
  expect(unmappedColumns(odd, { [column]: { column, from: 'x', conversion: 'none' as const } })).toEqual([])
})
