import type { Coefficient } from '@tessera/contract'
import { useMemo } from 'react'
import { formatRatio, formatSignificant, useFormat } from '../../../lib/format.ts'
import { type Translate, usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'
import { type Effects, type Line, rescaled, type Scale } from './regression.ts'

/** A coefficient as text: its name, its effect and the results of the fit. */
export interface Figure {
  name: string
  effect: string
  /** The confidence interval as text; '' if there is none. */
  interval: string
  line: Line
}

export function useFigures({ lines }: Effects, scale: Scale, isRatio: boolean): Figure[] {
  const t = usePhrases(phrases)
  const format = useFormat()
  return useMemo(() => {
    const text = isRatio ? formatRatio : formatSignificant
    return lines.map((found) => {
      const line = rescaled(found, scale)
      const { aliased, low, high } = line
      const interval =
        low === undefined || high === undefined ? '' : t('coefficients.range', { low: text(low), high: text(high) })
      const effect = aliased
        ? t('coefficients.aliased', { columns: format.list(aliased), count: aliased.length })
        : figureOf(line, isRatio)
      return { name: nameOf(line, t), effect, interval, line }
    })
  }, [lines, scale, isRatio, t, format])
}

/** Returns a coefficient, or its exponential as a ratio. An infinite coefficient has the ratio 0 or ∞. */
export function figureOf({ estimate, infinite }: Pick<Coefficient, 'estimate' | 'infinite'>, isRatio: boolean): string {
  if (estimate !== null) return isRatio ? formatRatio(estimate) : formatSignificant(estimate)
  if (infinite === undefined) return '–'
  if (infinite > 0) return '∞'
  return isRatio ? '0' : '−∞'
}

/** Returns the name of a coefficient. The name of a category includes its reference. */
function nameOf({ column, category, rest, reference }: Line, t: Translate<keyof typeof phrases.en>): string {
  if (category === null) return column ?? ''
  const named = { column: column ?? '', category: category || t(`coefficients.${rest ?? 'other'}`) }
  return reference === null
    ? t('coefficients.category.alone', named)
    : t('coefficients.category', { ...named, reference })
}
