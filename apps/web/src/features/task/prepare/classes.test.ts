import type { SelectedFeature } from '@tessera/contract'
import { expect, test } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { classStatusOf, mayHaveClasses } from './classes.ts'

const task = taskDetail({ columnSelection: { columns: ['radius'], label: 'diagnosis' } })
const mine = registration({ role: 'participant', partyId: '1002', datasetId: 'd' })
const named = (partyId: string, label = 'diagnosis'): SelectedFeature => ({
  partyId,
  label,
  id: partyId,
  taskId: 't1',
  partyName: partyId,
  tableName: 't',
  feature: 'benign',
  code: null,
})

test.each([
  ['no party named classes', [], true, 'optional'],
  ['the label is a number', [], false, 'none'],
  ['the initiator named its own', [named('1001')], true, 'due'],
  ['only another participant named its own', [named('1003')], true, 'optional'],
  ['both named theirs', [named('1001'), named('1002')], true, 'named'],
  ['named for a previous label', [named('1001', 'grade')], true, 'optional'],
])('returns the status of the class names when %s', (_case, features, hasClasses, status) => {
  expect(classStatusOf(task, mine, features, hasClasses)).toBe(status)
})

test('reports no classes if there is no label or no data', () => {
  expect(classStatusOf(taskDetail(), mine, [], true)).toBe('none')
  expect(classStatusOf(task, registration(), [named('1001')], true)).toBe('none')
})

test.each([
  ['a text, without an algorithm', 'text', undefined, true],
  ['whole numbers may be codes', 'integer', undefined, true],
  ['other numbers are quantities', 'number', undefined, false],
  ['an algorithm for classes', 'text', ['binary', 'multi'], true],
  ['an algorithm for numbers', 'integer', ['regression'], false],
  ['an algorithm for an event with two values', 'integer', ['event'], true],
  ['an algorithm for several labels', 'labels', ['labels'], true],
] as const)(
  'derives from the declared type and the algorithm whether there can be classes: %s',
  (_case, type, learnt, expected) => {
    const dataset = { contentType: 'tabular' as const, columnTypes: { grade: type } }
    expect(mayHaveClasses(dataset, 'grade', learnt)).toBe(expected)
    expect(mayHaveClasses(dataset, 'gone', learnt)).toBe(false)
  },
)
