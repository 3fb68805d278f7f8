import { metricHelp, metricName } from '@tessera/contract'
import { useCallback } from 'react'
import { useLanguage } from './i18n.ts'

/** Returns a function that names a metric in the reader's language. */
export function useMetricName(): (metric: string) => string {
  const [language] = useLanguage()
  return useCallback((metric) => metricName(metric, language), [language])
}

/**
 * Returns a function that explains a metric in the user's language, or returns null for a metric without an
 * explanation.
 */
export function useMetricHelp(): (metric: string) => string | null {
  const [language] = useLanguage()
  return useCallback((metric) => metricHelp(metric, language), [language])
}
