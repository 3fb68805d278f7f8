import { useMemo } from 'react'
import { formatRatio, formatSignificant } from '../../lib/format.ts'
import { type Translate, usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { type Effects, type Line, rescaled, type Scale } from './regression.ts'

/** A coefficient as it is read: its name, the effect in words of figures, and what the fit found. */
export interface Figure {
  name: string
  effect: string
  /** Empty where there is none. */
  interval: string
  line: Line
}

export function useFigures({ lines }: Effects, scale: Scale, isRatio: boolean): Figure[] {
  const t = usePhrases(phrases)
  return useMemo(() => {
    const text = isRatio ? formatRatio : formatSignificant
    return lines.map((found) => {
      const line = rescaled(found, scale)
      const { estimate, low, high } = line
      const interval =
        low === undefined || high === undefined ? '' : t('coefficients.range', { low: text(low), high: text(high) })
      return { name: nameOf(line, t), effect: text(estimate), interval, line }
    })
  }, [lines, scale, isRatio, t])
}

/** A category says what it is compared with. */
function nameOf({ column, category, reference }: Line, t: Translate<keyof typeof phrases.en>): string {
  if (category === null) return column ?? ''
  const named = { column: column ?? '', category: category || t('coefficients.other') }
  return reference === null
    ? t('coefficients.category.alone', named)
    : t('coefficients.category', { ...named, reference })
}
