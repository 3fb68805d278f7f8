import { useCallback } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { isKnownMetric } from './metrics.ts'
import { phrases } from './phrases.ts'

/** A metric's name in the reader's language; one we have no word for keeps its own. */
export function useMetricName(): (metric: string) => string {
  const t = usePhrases(phrases)
  return useCallback((metric) => (isKnownMetric(metric) ? t(`metric.${metric}`) : metric), [t])
}
