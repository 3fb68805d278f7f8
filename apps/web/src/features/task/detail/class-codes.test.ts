import type { SelectedFeature } from '@tessera/contract'
import { expect, test } from 'vitest'
import { checkCodes, classRulesOf } from './class-codes.ts'

test.each([
  [['0', '1', '2'], null],
  [['2', ' 0', '1'], null],
  [['0', '', '1'], { kind: 'number', at: 1 }],
  [['0', '1.5'], { kind: 'number', at: 1 }],
  [['-1', '0'], { kind: 'number', at: 0 }],
  [['1', '0', '1'], { kind: 'repeated', at: 2, code: 1 }],
  [['1', '2'], { kind: 'gap', missing: 0, last: 1 }],
  [['0', '3', '1'], { kind: 'gap', missing: 2, last: 2 }],
])('checks the class codes %o', (codes, problem) => {
  expect(checkCodes(codes)).toEqual(problem)
})

const named = (id: string, feature: string, partyName: string, code: number | null = null): SelectedFeature => ({
  id,
  feature,
  partyName,
  code,
  taskId: 't1',
  partyId: partyName,
  tableName: 't',
  label: 'grade',
})
const shortOf = (features: SelectedFeature[]) =>
  classRulesOf(features).map(({ name, parties, ids }) => `${name}: ${parties.join('+')} ${ids.join('+')}`)

test('merges classes of two parties if they have the same name', () => {
  expect(shortOf([named('1', 'malignant', 'A'), named('2', 'benign', 'A'), named('3', 'malignant', 'B')])).toEqual([
    'benign: A 2',
    'malignant: A+B 1+3',
  ])
  expect(shortOf([named('1', '1', 'A'), named('2', '1.0', 'B')])).toEqual(['1: A+B 1+2'])
})

test('sorts numeric classes by value, and keeps agreed codes unless a class was added since', () => {
  expect(shortOf([named('1', '10', 'A'), named('2', '9', 'A')])).toEqual(['9: A 2', '10: A 1'])
  const agreed = [named('1', 'yes', 'A', 0), named('2', 'no', 'A', 1), named('3', 'no', 'B')]
  expect(shortOf(agreed)).toEqual(['yes: A 1', 'no: A+B 2+3'])
  expect(shortOf([...agreed, named('4', 'maybe', 'B')])).toEqual(['maybe: B 4', 'no: A+B 2+3', 'yes: A 1'])
})
