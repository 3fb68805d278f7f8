import { expect, test } from 'vitest'
import { canonicalJson, planText } from './plan-hash.ts'

const plan = {
  taskId: 't1',
  algorithm: 'logistic-regression',
  parameters: { b: 1, a: 0.5 },
  columns: ['x', 'y'],
  label: 'z',
  maxRounds: 5,
  parties: [
    { partyId: '1001', key: 'a' },
    { partyId: '1002', key: 'b' },
  ],
  fewest: 2,
  seed: 's1',
}

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: '年' }], a: null })).toBe('{"a":null,"b":[1,{"c":"年","d":2}]}')
})

test('the plan without its task is what a ticket covers', () => {
  expect(planText({ ...plan, taskId: 'clone' }, 'code')).toBe(planText(plan, 'code'))
})

test.each([
  ['code', plan, 'other'],
  ['columns', { ...plan, columns: ['x'] }, 'code'],
  ['label', { ...plan, label: 'y' }, 'code'],
  ['rounds', { ...plan, maxRounds: 6 }, 'code'],
  ['parameters', { ...plan, parameters: { a: 0.6, b: 1 } }, 'code'],
  ['party', { ...plan, parties: [...plan.parties, { partyId: '1003', key: 'c' }] }, 'code'],
  [
    'key',
    {
      ...plan,
      parties: [
        { partyId: '1001', key: 'a' },
        { partyId: '1002', key: 'x' },
      ],
    },
    'code',
  ],
  ['least number of parties', { ...plan, fewest: 1 }, 'code'],
  ['seed', { ...plan, seed: 's2' }, 'code'],
] as const)('another %s is another plan', (_what, changed, codeHash) => {
  expect(planText({ ...changed, columns: [...changed.columns], parties: [...changed.parties] }, codeHash)).not.toBe(
    planText(plan, 'code'),
  )
})
