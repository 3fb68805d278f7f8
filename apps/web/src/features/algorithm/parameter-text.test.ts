import type { ParameterDescription } from '@tessera/contract'
import { expect, test } from 'vitest'
import { translate } from '../../lib/i18n.ts'
import { parameterWords } from '../../lib/parameter-words.ts'
import { rangeText } from './parameter-text.ts'
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
  [{ type: 'choice', choices: ['relu', 'tanh'] }, 'relu / tanh'],
  [{ type: 'boolean' }, 'Yes / No'],
  [{ type: 'integers', minimum: 1, maximum: 512 }, 'whole numbers, 1 to 512 each'],
  [{ type: 'integers' }, 'list of whole numbers'],
] as [Partial<ParameterDescription>, string][])('writes the range of %o as "%s"', (change, text) => {
  expect(rangeText(parameter(change), t, parameterWords([parameter(change)], 'en'))).toBe(text)
})

test('formats lists, booleans and numbers of parameters for readers', () => {
  const { value } = parameterWords([], 'en')
  expect(value('hidden_units', [32, 16])).toBe('32, 16')
  expect(value('bias', true)).toBe('Yes')
  expect(value('learning_rate', 0.001)).toBe('0.001')
})

test.each([
  ['en', 'None / Shifted / turned'],
  ['cn', '不增强 / 随机平移 / turned'],
] as const)(
  'shows the labels of a parameter’s choices, and the ids of choices without a label (%s)',
  (language, text) => {
    const choice = parameter({
      type: 'choice',
      choices: ['none', 'moved', 'turned'],
      default: 'none',
      choiceLabels: { none: { cn: '不增强', en: 'None' }, moved: { cn: '随机平移', en: 'Shifted' } },
    })
    expect(rangeText(choice, t, parameterWords([choice], language))).toBe(text)
  },
)
