import { fileURLToPath } from 'node:url'
import type { Plan } from '@tessera/contract'
import { expect, test } from 'vitest'
import { leavesOfOwn, readKnownCode } from './known-code.ts'
import { trainMessagesOf } from './leaves.ts'

const known = readKnownCode(fileURLToPath(new URL('../../../../../engine', import.meta.url)))

function planOf(algorithm: string, more: Partial<Plan> = {}): Plan {
  const columns = ['age', 'ward', 'outcome']
  return { taskId: 't', algorithm, parameters: {}, columns, label: 'outcome', maxRounds: 8, ...more }
}

function told(plan: Plan, codeHash = known.own[plan.algorithm]?.codeHash ?? '') {
  return leavesOfOwn(known, codeHash, plan)?.map(({ name, messages, terms }) => ({
    name: name.en,
    messages,
    terms: terms.map((term) => `${term.name.en}${term.only ? ` (${term.only})` : ''}`),
  }))
}

test('every algorithm of this installation says what leaves, in both languages', () => {
  expect(Object.keys(known.own).length).toBeGreaterThan(5)
  for (const [id, { codeHash }] of Object.entries(known.own)) {
    const stages = leavesOfOwn(known, codeHash, planOf(id)) ?? []
    expect(stages.length).toBeGreaterThan(1)
    for (const { name, messages, terms } of stages) {
      expect(messages).toBeGreaterThan(0)
      expect(terms.length).toBeGreaterThan(0)
      for (const text of [name, ...terms.flatMap((term) => [term.name, ...term.sizes])]) {
        expect(text.cn).toMatch(/[\u4e00-\u9fff]/)
        expect(text.en).not.toMatch(/[\u4e00-\u9fff]/)
      }
    }
  }
})

test('boosted trees take a message for each level of a round, as the plan or else the algorithm has it', () => {
  const declared = known.declared['boosted-trees']
  expect(trainMessagesOf(declared, planOf('boosted-trees'))).toBe(24)
  const shallow = planOf('boosted-trees', { parameters: { depth: 2 } })
  expect(trainMessagesOf(declared, shallow)).toBe(16)
  expect(told(shallow)?.find(({ name }) => name.includes('level'))?.messages).toBe(16)
  expect(trainMessagesOf(known.declared.mlp, planOf('mlp'))).toBe(8)
  expect(trainMessagesOf(undefined, planOf('mlp'))).toBe(8)
})

test('what leaves only for classes, or only for numbers, says so', () => {
  const training = told(planOf('mlp'))?.find(({ name }) => name === 'Training')
  expect(training?.messages).toBe(8)
  const scores = training?.terms.filter((term) => term.startsWith('how the model does'))
  expect(scores?.map((term) => term.split(' (')[1])).toEqual(['classes)', 'number)'])
  expect(training?.terms).toContain('how many rows train')
})

test('a wide table is fitted in another way, and so other terms leave', () => {
  const columns = Array.from({ length: 301 }, (_, place) => `c${place}`)
  const wide = told(planOf('logistic-regression', { columns }))?.flatMap(({ terms }) => terms)
  const narrow = told(planOf('logistic-regression', { columns: columns.slice(1) }))?.flatMap(({ terms }) => terms)
  expect(narrow?.some((term) => term.startsWith('curvatures'))).toBe(true)
  expect(wide?.some((term) => term.startsWith('curvatures'))).toBe(false)
  expect(wide?.some((term) => term.startsWith('changes of the model'))).toBe(true)
})

test('of code that is not its own an edge does not say what leaves', () => {
  expect(told(planOf('mlp'), 'another')).toBeUndefined()
  expect(told(planOf('not-here'))).toBeUndefined()
})
