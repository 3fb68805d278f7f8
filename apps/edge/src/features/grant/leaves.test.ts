import { fileURLToPath } from 'node:url'
import type { Plan } from '@tessera/contract'
import { expect, test } from 'vitest'
import { declarationsOf, readKnownCode } from './known-code.ts'
import { budgetOf, checkWithdrawn } from './leaves.ts'

const known = readKnownCode(fileURLToPath(new URL('../../../../../engine', import.meta.url)))

const classes = { kind: 'classes' as const, column: 'outcome', classes: ['a', 'b'], integral: false }
const number = { kind: 'number' as const, column: 'outcome' }
const event = {
  kind: 'event' as const,
  time: 'days',
  column: 'outcome',
  integral: true,
  classes: ['0', '1'] as [string, string],
}
const count = { kind: 'count' as const, column: 'outcome' }
const entities = { kind: 'entities' as const, column: 'tags', classes: ['DRUG'] }
const boxes = { kind: 'boxes' as const, column: 'boxes', classes: ['cat'] }
const targets: Record<string, Plan['target']> = {
  describe: null,
  'k-means': null,
  'linear-regression': number,
  cox: event,
  'kaplan-meier': event,
  'poisson-regression': count,
  'negative-binomial': count,
  'text-entities': entities,
  'picture-boxes': boxes,
}

const named = {
  parties: [
    { partyId: '1001', key: 'a' },
    { partyId: '1002', key: 'b' },
  ],
  fewest: 2,
  seed: 's',
}

function planOf(algorithm: string, more: Partial<Plan> = {}): Plan {
  const target = algorithm in targets ? (targets[algorithm] ?? null) : classes
  const age = { name: 'age', kind: 'number' as const }
  const data = { kind: 'table' as const, columns: [age, { name: 'ward', kind: 'categories' as const, categories: [] }] }
  return { taskId: 't', algorithm, parameters: {}, data, target, maxRounds: 8, ...named, ...more }
}

function leavesOf(plan: Plan, codeHash = known.own[plan.algorithm]?.codeHash ?? '') {
  return declarationsOf(known, codeHash, plan).leaves?.map(({ name, messages, terms }) => ({
    name: name.en,
    messages,
    terms: terms.map((term) => term.name.en),
  }))
}

test('declares in both languages what leaves the edge, for every installed algorithm', {
  meta: { spec: 'states.ticket-disclosure-list' },
}, () => {
  expect(Object.keys(known.own).length).toBeGreaterThan(5)
  for (const [id, { codeHash }] of Object.entries(known.own)) {
    const stages = declarationsOf(known, codeHash, planOf(id)).leaves ?? []
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

test("counts one message per level and round for boosted trees, by the plan's parameters or the algorithm's defaults", () => {
  const trained = (id: string, plan = planOf(id)) => budgetOf(known.declared[id], plan).train
  expect(trained('boosted-trees')).toBe(24)
  const shallow = planOf('boosted-trees', { parameters: { depth: 2 } })
  expect(trained('boosted-trees', shallow)).toBe(16)
  expect(leavesOf(shallow)?.find(({ name }) => name.includes('level'))?.messages).toBe(16)
  expect(trained('mlp')).toBe(8)
  expect(budgetOf(undefined, planOf('mlp')).train).toBe(8)
})

test('answers exactly as many messages under a ticket as the ticket declares', () => {
  for (const id of Object.keys(known.own)) {
    for (const parties of [named.parties, named.parties.slice(0, 1)]) {
      const plan = planOf(id, { parties, fewest: parties.length })
      const declared = (leavesOf(plan) ?? []).reduce((sum, { messages }) => sum + messages, 0)
      const { query, train, evaluate } = budgetOf(known.declared[id], plan)
      expect(query + train + evaluate, id).toBe(declared)
    }
  }
  expect(budgetOf(known.declared.mlp, planOf('mlp'))).toMatchObject({ train: 8, evaluate: 2 })
})

test('declares what leaves the edge, depending on the type of the label', () => {
  const scoresOf = (target: Plan['target']) => {
    const stages = declarationsOf(known, known.own.mlp?.codeHash ?? '', planOf('mlp', { target })).leaves ?? []
    const training = stages.find(({ name }) => name.en === 'Training')
    expect(training?.messages).toBe(8)
    return training?.terms.filter(({ name }) => name.en.startsWith('scores of the model')).flatMap(({ sizes }) => sizes)
  }
  expect(scoresOf(classes)?.map(({ en }) => en)).toContain('whole numbers: classes × classes')
  expect(scoresOf(number)?.map(({ en }) => en)).not.toContain('whole numbers: classes × classes')
})

test('declares what leaves the edge, depending on a boolean parameter of the plan or its default', () => {
  const leavingOf = (compares?: boolean) => {
    const plan = planOf('cox', { parameters: compares === undefined ? {} : { compare_alone: compares } })
    return leavesOf(plan)
      ?.flatMap(({ terms }) => terms)
      .join(' ')
  }
  expect(leavingOf()).toContain('scores of a model trained on your rows alone')
  expect(leavingOf(true)).toBe(leavingOf())
  expect(leavingOf(false)).not.toContain('scores of a model trained on your rows alone')
})

test('refuses a plan with the option to compare rows across parties, which is no longer allowed', () => {
  const refusal = { code: 'parameter.withdrawn', params: { name: 'pooled' } }
  const check = (id: string, parameters: Plan['parameters']) =>
    checkWithdrawn(known.declared[id], planOf(id, { parameters }))
  expect(() => check('cox', { pooled: true })).toThrow(expect.objectContaining(refusal))
  expect(() => check('cox', { pooled: false })).not.toThrow()
  expect(() => check('mlp', { pooled: true })).not.toThrow()
})

test('declares other terms for a table with many columns, because another method fits it', () => {
  const columns = Array.from({ length: 301 }, (_, place) => ({ name: `c${place}`, kind: 'number' as const }))
  const termsOf = (data: Plan['data']) =>
    leavesOf(planOf('logistic-regression', { data }))?.flatMap(({ terms }) => terms)
  const wide = termsOf({ kind: 'table', columns })
  const narrow = termsOf({ kind: 'table', columns: columns.slice(1) })
  expect(narrow?.some((term) => term.startsWith('curvature of the loss'))).toBe(true)
  expect(wide?.some((term) => term.startsWith('curvature of the loss'))).toBe(false)
  expect(wide?.some((term) => term.startsWith('changes of the model'))).toBe(true)
})

test('declares for each algorithm what others can learn, except in a single-party run', () => {
  for (const [id, { codeHash }] of Object.entries(known.own)) {
    const { learned } = declarationsOf(known, codeHash, planOf(id))
    expect(Object.values(learned ?? {}).map(({ cn, en }) => cn !== '' && en !== '')).toEqual([true, true, true])
    const alone = planOf(id, { parties: named.parties.slice(0, 1), fewest: 1 })
    expect(declarationsOf(known, codeHash, alone).learned).toBeUndefined()
  }
})

test('does not declare what leaves the edge if the code does not come from its installation', () => {
  expect(leavesOf(planOf('mlp'), 'another')).toBeUndefined()
  expect(declarationsOf(known, 'another', planOf('mlp'))).toEqual({})
  expect(leavesOf(planOf('not-here'))).toBeUndefined()
})

test('sends only one message with scores in a single-party run, and the ticket covers it', () => {
  const alone = { parties: named.parties.slice(0, 1), fewest: 1 }
  for (const [id, { codeHash }] of Object.entries(known.own)) {
    const plan = planOf(id, alone)
    const stages = leavesOf(plan, codeHash) ?? []
    expect(stages.map(({ messages }) => messages)).toEqual([1])
    expect(stages[0]?.terms.slice(0, 2)).toEqual([
      'number of rows used for training',
      'number of rows used only for scoring',
    ])
    expect(stages[0]?.terms.length).toBeLessThanOrEqual(4)
    expect(budgetOf(known.declared[id], plan)).toEqual({ query: 0, train: 1, evaluate: 0 })
  }
})
