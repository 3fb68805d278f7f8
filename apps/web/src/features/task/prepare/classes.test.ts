import type { SelectedFeature } from '@tessera/contract'
import { expect, test } from 'vitest'
import { registration, taskDetail } from '../test-world.ts'
import { classStatusOf, mayHaveClasses } from './classes.ts'

const task = taskDetail({ columnSelection: { columns: ['radius'], label: 'diagnosis' } })
const mine = registration({ role: 'participant', partyId: '1002', datasetId: 'd' })
const named = (partyId: string, label = 'diagnosis'): SelectedFeature => ({
  ...{ partyId, label, id: partyId, taskId: 't1', partyName: partyId, tableName: 't', feature: 'benign', code: null },
})

test.each([
  ['nobody named classes', [], true, 'optional'],
  ['the label is an amount', [], false, 'none'],
  ['the initiator named its own', [named('1001')], true, 'due'],
  ['another participant alone named its own', [named('1003')], true, 'optional'],
  ['both named theirs', [named('1001'), named('1002')], true, 'named'],
  ['named for a label of before', [named('1001', 'grade')], true, 'optional'],
])('%s', (_case, features, hasClasses, status) => {
  expect(classStatusOf(task, mine, features, hasClasses)).toBe(status)
})

test('without a label or data there are no classes to speak of', () => {
  expect(classStatusOf(taskDetail(), mine, [], true)).toBe('none')
  expect(classStatusOf(task, registration(), [named('1001')], true)).toBe('none')
})

test.each([
  ['a text, whatever is learnt later', 'text', undefined, true],
  ['whole numbers may be codes', 'integer', undefined, true],
  ['other numbers are amounts', 'number', undefined, false],
  ['an algorithm for classes', 'text', ['binary', 'multi'], true],
  ['an algorithm for amounts', 'integer', ['regression'], false],
  ['an algorithm for an event, of two values', 'integer', ['event'], true],
  ['an algorithm for several labels', 'labels', ['labels'], true],
] as const)('what is declared says whether there may be classes: %s', (_case, type, learnt, expected) => {
  const dataset = { contentType: 'tabular' as const, columnTypes: { grade: type } }
  expect(mayHaveClasses(dataset, 'grade', learnt)).toBe(expected)
  expect(mayHaveClasses(dataset, 'gone', learnt)).toBe(false)
})
