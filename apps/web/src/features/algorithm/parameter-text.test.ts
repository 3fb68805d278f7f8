import type { ParameterDescription } from '@tessera/contract'
import { expect, test } from 'vitest'
import { translate } from '../../lib/i18n.ts'
import { rangeText, valueText } from './parameter-text.ts'
import { phrases } from './phrases.ts'

const t = (key: Parameters<Parameters<typeof rangeText>[1]>[0], params?: Record<string, string | number>) =>
  translate(phrases, key, params, 'en')

const parameter = (change: Partial<ParameterDescription>): ParameterDescription => ({
  name: 'learning_rate',
  type: 'number',
  default: 0.1,
  label: { cn: '学习率', en: 'Learning rate' },
  help: { cn: '', en: '' },
  ...change,
})

test.each([
  [{ minimum: 0.0001, maximum: 1 }, '0.0001 – 1'],
  [{ minimum: 0 }, 'at least 0'],
  [{ maximum: 9 }, 'at most 9'],
  [{}, 'any number'],
  [{ type: 'choice', choices: ['relu', 'tanh'] }, 'relu, tanh'],
  [{ type: 'boolean' }, 'Yes / No'],
  [{ type: 'integers', minimum: 1, maximum: 512 }, 'whole numbers, 1 to 512 each'],
  [{ type: 'integers' }, 'list of whole numbers'],
] as [Partial<ParameterDescription>, string][])('the range of %o reads "%s"', (change, text) => {
  expect(rangeText(parameter(change), t)).toBe(text)
})

test('values are written as people write them', () => {
  expect(valueText([32, 16], t)).toBe('32, 16')
  expect(valueText(true, t)).toBe('Yes')
  expect(valueText(0.001, t)).toBe('0.001')
})
