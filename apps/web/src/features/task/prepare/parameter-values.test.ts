import type { ParameterDescription } from '@tessera/contract'
import { expect, test } from 'vitest'
import { parseIntegers, parseParameters, startingValues } from './parameter-values.ts'

test('accepts only a JSON object with at least one parameter', {
  meta: { spec: ['screens.dialog-algorithm-parameters', 'validation.json-editor'] },
}, () => {
  expect(parseParameters('{"max_iter": 20, "describe": {"max_iter": "rounds"}}')).toEqual({
    parameters: { max_iter: 20 },
  })
  expect(parseParameters('  ')).toEqual({ problem: { key: 'algorithm.json.empty' } })
  expect(parseParameters('{}')).toEqual({ problem: { key: 'algorithm.json.empty' } })
  expect(parseParameters('[1]')).toEqual({ problem: { key: 'algorithm.json.object' } })
  expect(parseParameters('{max_iter}')).toMatchObject({ problem: { key: 'algorithm.json.broken' } })
})

test('starts from the task’s parameters or the defaults, and drops unknown names', () => {
  const descriptions = [
    { name: 'max_iter', default: 20 },
    { name: 'l2', default: 0.001 },
  ] as ParameterDescription[]
  expect(startingValues(descriptions, { max_iter: 5, of_another_algorithm: 1 })).toEqual({ max_iter: 5, l2: 0.001 })
})

test('parses a list of layer sizes with Latin or Chinese commas', () => {
  expect(parseIntegers('64, 32')).toEqual([64, 32])
  expect(parseIntegers('64，32')).toEqual([64, 32])
  expect(parseIntegers('64, a')).toBeNull()
  expect(parseIntegers('')).toBeNull()
})
