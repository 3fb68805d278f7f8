import type { SelectedFeature } from '@tessera/contract'
import { expect, test } from 'vitest'
import { registration, taskDetail } from '../test-world.ts'
import { classStatusOf, isClassLabel, startingClasses } from './classes.ts'

const two = [
  { name: 'benign', count: 20 },
  { name: 'malignant', count: 10 },
]
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

test('the same as the initiator is ticked, as far as the party has it', () => {
  const ticked = (own: string[], initiator: string[]) => [...startingClasses(two, { own, initiator })]
  expect(ticked([], [])).toEqual(['benign', 'malignant'])
  expect(ticked([], ['benign', 'other'])).toEqual(['benign'])
  expect(ticked(['malignant'], ['benign'])).toEqual(['malignant'])
  expect(ticked([], ['other'])).toEqual(['benign', 'malignant'])
})

test('where classes were left out the others are ticked, whoever named what', () => {
  const narrowed = [...two, { name: 'unclear', count: 2, isLeftOut: true }]
  expect([...startingClasses(narrowed, { own: [], initiator: ['unclear'] })]).toEqual(['benign', 'malignant'])
})

test('amounts are no classes, nor is a text with a value of its own in every row', () => {
  expect(isClassLabel('text', two)).toBe(true)
  expect(isClassLabel('number', [...two, { name: '3', count: 1 }])).toBe(false)
  const many = Array.from({ length: 1_000 }, (_, index) => ({ name: String(index), count: 1 }))
  expect(isClassLabel('text', many)).toBe(false)
})
