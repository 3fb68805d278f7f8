import { expect, test } from 'vitest'
import { readCard } from './read-card.ts'

const signature = {
  input: { kind: 'table' as const, columns: [{ name: 'c0', column: 'radius', kind: 'number' as const }] },
  output: { kind: 'classes' as const, label: 'diagnosis', classes: [0, 1] },
}
const card = {
  algorithm: 'logistic-regression',
  codeHash: 'ab',
  label: 'diagnosis',
  columns: [{ name: 'radius', kind: 'number' }],
  output: 'classes',
  metrics: { accuracy: 0.9 },
  parties: [{ partyId: '1001', name: 'A', rows: 32, validationRows: 8, metrics: { accuracy: 0.9 } }],
  rounds: 5,
  confusion: {
    classes: ['0', '1'],
    counts: [
      [4, 1],
      [0, 3],
    ],
  },
  history: [{ round: 1, metrics: { accuracy: 0.5 } }],
}

test('adds the model file’s own inputs and output to the engine’s card, and changes nothing else', () => {
  expect(readCard(card, signature)).toMatchObject({
    columns: ['radius'],
    input: signature.input,
    output: signature.output,
    confusion: [
      [4, 1],
      [0, 3],
    ],
    history: card.history,
    parties: [{ validationRows: 8 }],
  })
})

const regression = {
  constant: ['ward'],
  collinear: [],
  separated: [],
  ridge: 0,
  converged: true,
  rows: 40,
  averaged: 0,
  changed: 0,
  coefficients: [
    { column: null, category: null, class: '1', estimate: -2 },
    { column: 'radius', category: null, class: '1', deviation: 3, estimate: 1, error: 0.5, low: 0, high: 2, p: 0.04 },
  ],
}

test('includes a regression’s findings about its columns', () => {
  const scoredBy = 'leave-one-out'
  expect(readCard({ ...card, regression, scoredBy }, signature)).toMatchObject({ regression, scoredBy })
  expect(readCard(card, signature)).not.toHaveProperty('regression')
})

test('refuses a card with a regression whose coefficients are not numbers', () => {
  const broken = { ...regression, coefficients: [{ column: 'radius', category: null, class: null, estimate: 'much' }] }
  expect(() => readCard({ ...card, regression: broken }, signature)).toThrow()
})

test('refuses a model card without metrics', () => {
  expect(() => readCard({ ...card, metrics: undefined }, signature)).toThrow()
})
