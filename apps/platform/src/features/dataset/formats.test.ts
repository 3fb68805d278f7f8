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
  ['one that the task does not ask for is missing', table({ age: 'integer', sick: 'boolean' }), ['age', 'sick'], []],
  ['one that the task asks for is missing', table({ age: 'integer' }), ['age', 'sick'], ['sick']],
  ['text where numbers are', table({ ...initiator.columnTypes, age: 'text' }), null, ['age']],
  ['a date where text is', table({ ...initiator.columnTypes, sex: 'date' }), ['sex'], ['sex']],
  ['0 and 1 where yes and no are', table({ ...initiator.columnTypes, sick: 'integer' }), null, ['sick']],
  ["the task asks for what the initiator's new data lacks", initiator, ['age', 'weight'], ['weight']],
  ['names differ in case', table({ Age: 'integer' }), ['age'], ['age']],
])('%s', (_what, participant, asked, expected) => {
  expect(listDifferences(initiator, participant, asked).map(({ column }) => column)).toEqual(expected)
})

test('tells both types, null for a column that is not there', () => {
  const participant = table({ age: 'text', dose: 'number' })
  expect(listDifferences(initiator, participant, ['age', 'sex'])).toEqual([
    { column: 'age', initiatorType: 'integer', participantType: 'text' },
    { column: 'sex', initiatorType: 'text', participantType: null },
  ])
})

test('a type told of a column that is not in the table does not count', () => {
  const claims: Format = { ...table({ age: 'integer' }), columnTypes: { age: 'integer', sex: 'text' } }
  expect(listDifferences(initiator, claims, ['sex'])).toHaveLength(1)
})
