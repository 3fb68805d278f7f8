import { expect, test } from 'vitest'
import { outputKindOf } from './outputs.ts'

const { predictionOf } = outputKindOf({ kind: 'classes', label: 'label', classes: ['0', '__proto__', 'b'] })
const answered = (...values: number[]) => predictionOf({ data: {}, result: 'b', values })

test('assigns probabilities to the right classes, whatever the names of the classes', () => {
  const prediction = answered(0.25, 0.5, 0.125)
  expect('probabilities' in prediction && Object.entries(prediction.probabilities)).toEqual([
    ['0', 0.25],
    ['__proto__', 0.5],
    ['b', 0.125],
  ])
})

test("rejects a model's answer that lacks one of its numbers", () => {
  expect(() => answered(0.25, Number.NaN, 0.125)).toThrow(expect.objectContaining({ code: 'inference.no-answer' }))
})
