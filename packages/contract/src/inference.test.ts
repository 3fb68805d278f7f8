import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InferenceResult, Prediction } from './inference.ts'
import { GetInference } from './wire/inference.ts'

const data = { age: 60 }
const predictions: Prediction[] = [
  { kind: 'classes', data, result: 'ill', probabilities: { ill: 0.75, well: 0.25 } },
  { kind: 'number', data, result: '1.5' },
  { kind: 'clusters', data, result: '2', distance: 0.5 },
]
const result: InferenceResult = {
  type: 'tabular',
  header: ['age'],
  predictions,
  resultPath: null,
  rowCount: 3,
  accuracy: null,
}
const inference = {
  id: 'i',
  name: 'n',
  description: 'd',
  status: 'created' as const,
  modelId: 'm',
  modelName: 'M',
  partyId: '7',
  createdBy: 'a',
  createTime: new Date(0),
  failure: null,
  abilities: { run: true, delete: true },
  input: { kind: 'table' as const, columns: [{ name: 'c0', column: 'age', kind: 'number' as const }] },
  output: { kind: 'clusters' as const, label: 'cluster', clusters: 3 },
}

test('decodes predictions and model inputs of every kind as they were encoded', () => {
  for (const input of [inference.input, null]) {
    const answer = { inference: { ...inference, input }, result, type: 'tabular' }
    const travelled = JSON.parse(JSON.stringify(z.encode(GetInference.output, answer)))
    expect(z.decode(GetInference.output, travelled)).toEqual(answer)
  }
})

test('gives clients of the specification the first fields of a prediction of every kind', () => {
  const answer = { inference, result, type: 'tabular' }
  expect(z.encode(GetInference.output, answer)).toMatchObject({
    flJobInference: { inputs: [{ column: 'age' }] },
    flInferenceResultVo: {
      flInferenceInfoVoList: [
        { data: '{"age":60}', result: 'ill', probabilities: { ill: 0.75 } },
        { data: '{"age":60}', result: '1.5', probabilities: {} },
        { data: '{"age":60}', result: '2', probabilities: {} },
      ],
    },
  })
})
