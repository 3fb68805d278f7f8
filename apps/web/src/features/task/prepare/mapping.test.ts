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
] as const)('%s read as %s: %s', (own, wanted, conversion) => {
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

test('a proposal fills its column; what nothing stands for is named; a column stands for one only', () => {
  const choices = startingChoices(comparison)
  expect(unmappedColumns(comparison, choices)).toEqual(['chol'])
  expect([...takenColumns(comparison, ['age', 'chol', 'sex'], choices)]).toEqual([
    ['sex', 'sex'],
    ['年龄', 'age'],
  ])
})

test('a column called as something that every object has stands for nothing until it is chosen', () => {
  const column = 'constructor'
  const odd = { ...comparison, differences: [{ column, initiatorType: 'number' as const, participantType: null }] }
  expect(unmappedColumns(odd, startingChoices(odd))).toEqual([column])
  expect(unmappedColumns(odd, { [column]: { column, from: 'x', conversion: 'none' as const } })).toEqual([])
})
