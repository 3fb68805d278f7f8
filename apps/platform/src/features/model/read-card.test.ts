import { expect, test } from 'vitest'
import { readCard } from './read-card.ts'

const signature = {
  inputs: [{ name: 'c0', column: 'radius', kind: 'number' as const }],
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

test("the engine's card gets the file's own inputs and output, and loses nothing", () => {
  expect(readCard(card, signature)).toMatchObject({
    columns: ['radius'],
    inputs: signature.inputs,
    output: signature.output,
    confusion: [
      [4, 1],
      [0, 3],
    ],
    history: card.history,
    parties: [{ validationRows: 8 }],
  })
})

test('a card without metrics is none', () => {
  expect(() => readCard({ ...card, metrics: undefined }, signature)).toThrow()
})
