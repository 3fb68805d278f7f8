import { expect, test } from 'vitest'
import { canonicalJson, planText } from './plan-hash.ts'
import type { Plan, PlanColumn } from './run.ts'

const plan = {
  taskId: 't1',
  algorithm: 'logistic-regression',
  parameters: { b: 1, a: 0.5 },
  data: {
    kind: 'table',
    columns: [
      { name: 'x', kind: 'number' },
      { name: 'y', kind: 'categories', categories: ['east', 'west'] },
    ],
  },
  target: { kind: 'classes', column: 'z', classes: ['no', 'yes'], integral: false },
  maxRounds: 5,
  parties: [
    { partyId: '1001', key: 'a' },
    { partyId: '1002', key: 'b' },
  ],
  fewest: 2,
  seed: 's1',
} satisfies Plan
const [x] = plan.data.columns as [PlanColumn, PlanColumn]

const start = {
  modelId: 'm1',
  model: 'Heart',
  task: 'heart',
  file: 'f',
  scales: [[0, 1]],
  scale: null,
  numbers: 'a'.repeat(64),
} satisfies Plan['start']

test('hashes every bit of the start weights, and does not change the hash of a plan without start weights', () => {
  const other = { ...start, numbers: `b${'a'.repeat(63)}` }
  expect(planText({ ...plan, start: other }, 'code')).not.toBe(planText({ ...plan, start }, 'code'))
  expect(planText({ ...plan, start: undefined }, 'code')).toBe(planText(plan, 'code'))
})

test('writes the same canonical JSON for any order of keys', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: '年' }], a: null })).toBe('{"a":null,"b":[1,{"c":"年","d":2}]}')
})

test('computes the same hash for equal plans of different tasks', () => {
  expect(planText({ ...plan, taskId: 'clone' }, 'code')).toBe(planText(plan, 'code'))
})

test.each<[string, Plan, string]>([
  ['code', plan, 'other'],
  ['column', { ...plan, data: { kind: 'table', columns: [x] } }, 'code'],
  [
    'category',
    { ...plan, data: { kind: 'table', columns: [x, { name: 'y', kind: 'categories', categories: ['east'] }] } },
    'code',
  ],
  ['label', { ...plan, target: { ...plan.target, column: 'y' } }, 'code'],
  [
    'target: an event',
    { ...plan, target: { kind: 'event', time: 'days', column: 'z', classes: ['no', 'yes'], integral: false } },
    'code',
  ],
  ['order of classes', { ...plan, target: { ...plan.target, classes: ['yes', 'no'] } }, 'code'],
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
  ['start', { ...plan, start }, 'code'],
  ['wait', { ...plan, waitMinutes: 30 }, 'code'],
])('changes the hash of a plan with another %s', (_what, changed, codeHash) => {
  expect(planText(changed, codeHash)).not.toBe(planText(plan, 'code'))
})
