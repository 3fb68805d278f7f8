import type { ColumnType } from '@tessera/contract'
import { expect, test } from 'vitest'
import { type Format, listDifferences } from './formats.ts'

const table = (columnTypes: Record<string, ColumnType>): Format => ({
  contentType: 'tabular',
  columns: Object.keys(columnTypes),
  columnTypes,
})
const initiator = table({ age: 'integer', dose: 'number', sex: 'text', sick: 'boolean' })

test.each<[string, Format, string[] | null, string[]]>([
  ['the same', initiator, null, []],
  [
    'whole numbers and fractions go together',
    table({ ...initiator.columnTypes, age: 'number', dose: 'integer' }),
    null,
    [],
  ],
  [
    'more columns, another order',
    table({ id: 'integer', sick: 'boolean', sex: 'text', dose: 'number', age: 'integer' }),
    null,
    [],
  ],
  ['a column is missing', table({ age: 'integer', dose: 'number', sick: 'boolean' }), null, ['sex']],
  ['a column that the task does not need is missing', table({ age: 'integer', sick: 'boolean' }), ['age', 'sick'], []],
  ['a column that the task needs is missing', table({ age: 'integer' }), ['age', 'sick'], ['sick']],
  ['text instead of numbers', table({ ...initiator.columnTypes, age: 'text' }), null, ['age']],
  ['a date instead of text', table({ ...initiator.columnTypes, sex: 'date' }), ['sex'], ['sex']],
  ['0 and 1 instead of yes and no', table({ ...initiator.columnTypes, sick: 'integer' }), null, ['sick']],
  ["the task needs a column that the initiator's new data lacks", initiator, ['age', 'weight'], ['weight']],
  ['names differ in case', table({ Age: 'integer' }), ['age'], ['age']],
])('compares the columns of two datasets: %s', (_what, participant, required, expected) => {
  expect(listDifferences(initiator, participant, required).map(({ column }) => column)).toEqual(expected)
})

test('returns both datasets’ types of a column, and null for a missing column', () => {
  const participant = table({ age: 'text', dose: 'number' })
  expect(listDifferences(initiator, participant, ['age', 'sex'])).toEqual([
    { column: 'age', initiatorType: 'integer', participantType: 'text' },
    { column: 'sex', initiatorType: 'text', participantType: null },
  ])
})

test('ignores the type of a column that is not in the table', () => {
  const claims: Format = { ...table({ age: 'integer' }), columnTypes: { age: 'integer', sex: 'text' } }
  expect(listDifferences(initiator, claims, ['sex'])).toHaveLength(1)
})
