import type { ParameterDescription } from '@tessera/contract'
import { expect, test } from 'vitest'
import { parseIntegers, parseParameters, startingValues } from './parameter-values.ts'

test('the JSON editor takes an object with something in it, nothing else', () => {
  expect(parseParameters('{"max_iter": 20, "describe": {"max_iter": "rounds"}}')).toEqual({
    parameters: { max_iter: 20 },
  })
  expect(parseParameters('  ')).toEqual({ problem: { key: 'algorithm.json.empty' } })
  expect(parseParameters('{}')).toEqual({ problem: { key: 'algorithm.json.empty' } })
  expect(parseParameters('[1]')).toEqual({ problem: { key: 'algorithm.json.object' } })
  expect(parseParameters('{max_iter}')).toMatchObject({ problem: { key: 'algorithm.json.broken' } })
})

test('values start from what the task set, else from the defaults; foreign names are dropped', () => {
  const descriptions = [
    { name: 'max_iter', default: 20 },
    { name: 'l2', default: 0.001 },
  ] as ParameterDescription[]
  expect(startingValues(descriptions, { max_iter: 5, of_another_algorithm: 1 })).toEqual({ max_iter: 5, l2: 0.001 })
})

test('layer sizes are whole numbers, divided by commas of either kind', () => {
  expect(parseIntegers('64, 32')).toEqual([64, 32])
  expect(parseIntegers('64，32')).toEqual([64, 32])
  expect(parseIntegers('64, a')).toBeNull()
  expect(parseIntegers('')).toBeNull()
})
