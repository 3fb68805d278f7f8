import type { Outside } from '@tessera/contract'
import { useCallback } from 'react'
import { formatNumber, formatSignificant } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useShownCount } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'

/** Returns a function that describes in which way a value is outside the training data. */
export function useOutsideText(): (outside: Outside) => string {
  const t = usePhrases(phrases)
  const countText = useShownCount()
  return useCallback(
    ({ side, point, count, rows, as }) => {
      if (side === 'unknown' || side === 'missing') {
        if (as !== null) return t(`outside.${side}.as`, { as })
        if (count === null) return t('outside.unknown')
        return t(count === 0 ? 'outside.unknown.none' : 'outside.unknown.some', { count: countText(count) })
      }
      const values = { count: countText(count), point: formatPoint(point ?? 0) }
      if (count === 0) return t(`outside.${side}.none`, values)
      return rows === null ? t(`outside.${side}.some`, values) : t(`outside.${side}`, { ...values, rows })
    },
    [t, countText],
  )
}

/** Returns a cut point as readable text. */
export const formatPoint = (point: number): string =>
  Math.abs(point) >= 1e-4 || point === 0 ? formatNumber(Number(point.toPrecision(6)), 6) : formatSignificant(point)
