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
const parameters = [
  describeParameter({ name: 'learning_rate', minimum: 0.0001, maximum: 1, default: 0.1 }),
  describeParameter({ name: 'max_iter', type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  describeParameter({ name: 'layers', type: 'integers', minimum: 1, maximum: 8, default: [4] }),
  describeParameter({ name: 'solver', type: 'choice', choices: ['sgd', 'adam'], default: 'sgd' }),
  describeParameter({ name: 'bias', type: 'boolean', default: true }),
]

describe('checking parameters', () => {
  test('replaces missing parameters with their default values', () => {
    expect(checkParameters({ parameters }, { max_iter: 5 })).toEqual({
      learning_rate: 0.1,
      max_iter: 5,
      layers: [4],
      solver: 'sgd',
      bias: true,
    })
  })

  test.each<[string, Parameters]>([
    ['below the minimum', { learning_rate: 0 }],
    ['above the maximum', { learning_rate: 1.5 }],
    ['not a number', { learning_rate: 'fast' }],
    ['not finite', { learning_rate: Number.NaN }],
    ['not whole', { max_iter: 2.5 }],
    ['an empty list', { layers: [] }],
    ['a list with one too large', { layers: [4, 9] }],
    ['not among the choices', { solver: 'lbfgs' }],
    ['not true or false', { bias: 1 }],
  ])(
    'refuses a parameter that is %s, and names it',
    { meta: { spec: 'validation.server-parameter-bounds' } },
    (_what, given) => {
      const name = Object.keys(given)[0] as string
      expect(() => checkParameters({ parameters }, given)).toThrow(
        expect.objectContaining({
          code: 'task.parameters-invalid',
          params: { detail: expect.stringContaining(name) },
        }),
      )
    },
  )

  test('refuses an unknown parameter, and names it', () => {
    const refusal = { code: 'parameter.unknown', params: { name: 'momentum' } }
    expect(() => checkParameters({ parameters }, { momentum: 0.9 })).toThrow(expect.objectContaining(refusal))
  })

  test('refuses a withdrawn value with its own error, and every other value of that parameter as unknown', () => {
    const manifest = { parameters, withdrawn: { pooled: true } }
    const refusal = (code: string) => expect.objectContaining({ code, params: { name: 'pooled' } })
    expect(() => checkParameters(manifest, { pooled: true })).toThrow(refusal('parameter.withdrawn'))
    expect(() => checkParameters(manifest, { pooled: false })).toThrow(refusal('parameter.unknown'))
  })
})
