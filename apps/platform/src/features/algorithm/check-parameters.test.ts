import type { ParameterDescription, Parameters } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { checkParameters } from './check-parameters.ts'

const text = { cn: '', en: '' }
const describeParameter = (more: Partial<ParameterDescription>): ParameterDescription => ({
  name: 'p',
  type: 'number',
  default: 1,
  label: text,
  help: text,
  ...more,
})
const descriptions = [
  describeParameter({ name: 'learning_rate', minimum: 0.0001, maximum: 1, default: 0.1 }),
  describeParameter({ name: 'max_iter', type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  describeParameter({ name: 'layers', type: 'integers', minimum: 1, maximum: 8, default: [4] }),
  describeParameter({ name: 'solver', type: 'choice', choices: ['sgd', 'adam'], default: 'sgd' }),
  describeParameter({ name: 'bias', type: 'boolean', default: true }),
]

describe('parameters', () => {
  test('what is not given has its default', () => {
    expect(checkParameters(descriptions, { max_iter: 5 })).toEqual({
      learning_rate: 0.1,
      max_iter: 5,
      layers: [4],
      solver: 'sgd',
      bias: true,
    })
  })

  test.each<[string, Parameters]>([
    ['below the least', { learning_rate: 0 }],
    ['above the most', { learning_rate: 1.5 }],
    ['not a number', { learning_rate: 'fast' }],
    ['not finite', { learning_rate: Number.NaN }],
    ['not whole', { max_iter: 2.5 }],
    ['an empty list', { layers: [] }],
    ['a list with one too large', { layers: [4, 9] }],
    ['not among the choices', { solver: 'lbfgs' }],
    ['not true or false', { bias: 1 }],
  ])('%s is refused and named', (_what, given) => {
    const name = Object.keys(given)[0] as string
    expect(() => checkParameters(descriptions, given)).toThrow(
      expect.objectContaining({
        code: 'task.parameters-invalid',
        params: { detail: expect.stringContaining(name) },
      }),
    )
  })

  test('one that the algorithm does not have is refused by its name', () => {
    const refusal = { code: 'parameter.unknown', params: { name: 'momentum' } }
    expect(() => checkParameters(descriptions, { momentum: 0.9 })).toThrow(expect.objectContaining(refusal))
  })
})
