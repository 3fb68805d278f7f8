import type { ParameterDescription } from '@tessera/contract'

type Translate = (
  key:
    | 'parameter.any'
    | 'parameter.atLeast'
    | 'parameter.atMost'
    | 'parameter.list'
    | 'parameter.listRange'
    | 'parameter.yes'
    | 'parameter.no',
  params?: Record<string, string | number>,
) => string

/** The values a parameter may take, in words. */
export function rangeText(parameter: ParameterDescription, t: Translate): string {
  const { type, minimum, maximum } = parameter
  if (type === 'choice') return (parameter.choices ?? []).join(', ')
  if (type === 'boolean') return `${t('parameter.yes')} / ${t('parameter.no')}`

  if (minimum !== undefined && maximum !== undefined) {
    return type === 'integers' ? t('parameter.listRange', { minimum, maximum }) : `${minimum} – ${maximum}`
  }
  if (type === 'integers') return t('parameter.list')
  if (minimum !== undefined) return t('parameter.atLeast', { minimum })
  if (maximum !== undefined) return t('parameter.atMost', { maximum })
  return t('parameter.any')
}

export function valueText(value: ParameterDescription['default'], t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'parameter.yes' : 'parameter.no')
  return Array.isArray(value) ? value.join(', ') : String(value)
}
