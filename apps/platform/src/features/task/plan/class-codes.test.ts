import { expect, test } from 'vitest'
import { codedClassesOf, findFault } from './class-codes.ts'

const coded = (...rows: [string, number | null][]) => rows.map(([feature, code]) => ({ feature, code }))

test.each([
  ['one party', coded(['sick', 1], ['well', 0]), ['well', 'sick']],
  ['two parties that name the same class', coded(['sick', 0], ['well', 1], ['well', 1], ['unclear', 2]), null],
  ['one class only', coded(['sick', 0]), ['sick']],
  ['whole numbers, written either way', coded(['1.0', 1], ['0', 0], ['1', 1], ['0.00', 0]), ['0', '1']],
])('accepts class codes from 0 without gaps: %s', (_who, rows, ordered) => {
  expect(findFault(rows)).toBeUndefined()
  expect(codedClassesOf(rows)).toEqual(ordered ?? ['sick', 'well', 'unclear'])
})

test.each([
  ['no code', coded(['sick', 0], ['well', null]), 'task.class-code-missing', { class: 'well' }],
  ['two codes', coded(['sick', 0], ['well', 1], ['well', 2]), 'task.class-two-codes', { class: 'well', codes: '1, 2' }],
  ['one code for two', coded(['a', 0], ['b', 0]), 'task.class-code-shared', { code: 0, classes: 'a, b' }],
  ['a gap', coded(['a', 0], ['b', 1], ['c', 3]), 'task.class-codes-gaps', { last: 2 }],
  ['not from 0', coded(['a', 1], ['b', 2]), 'task.class-codes-gaps', { last: 1 }],
  ['below 0', coded(['a', -1], ['b', 0]), 'task.class-codes-gaps', { last: 1 }],
])('refuses class codes with the reason: %s', (_what, rows, code, params) => {
  expect(findFault(rows)).toMatchObject({ code, params })
  expect(codedClassesOf(rows)).toBeUndefined()
})
