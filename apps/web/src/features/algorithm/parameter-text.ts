import type { ParameterDescription } from '@tessera/contract'
import type { ParameterWords } from '../../lib/parameter-words.ts'

type Translate = (
  key: 'parameter.any' | 'parameter.atLeast' | 'parameter.atMost' | 'parameter.list' | 'parameter.listRange',
  params?: Record<string, string | number>,
) => string

/** Returns the values that a parameter accepts, as text. */
export function rangeText(parameter: ParameterDescription, t: Translate, words: ParameterWords): string {
  const { name, type, minimum, maximum } = parameter
  if (type === 'choice') return (parameter.choices ?? []).map((choice) => words.value(name, choice)).join(' / ')
  if (type === 'boolean') return [true, false].map((value) => words.value(name, value)).join(' / ')

  if (minimum !== undefined && maximum !== undefined) {
    return type === 'integers' ? t('parameter.listRange', { minimum, maximum }) : `${minimum} – ${maximum}`
  }
  if (type === 'integers') return t('parameter.list')
  if (minimum !== undefined) return t('parameter.atLeast', { minimum })
  if (maximum !== undefined) return t('parameter.atMost', { maximum })
  return t('parameter.any')
}
