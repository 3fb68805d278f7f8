import { metricHelp, metricName } from '@tessera/contract'
import { useCallback } from 'react'
import { useLanguage } from './i18n.ts'

/** A metric's name in the reader's language. */
export function useMetricName(): (metric: string) => string {
  const [language] = useLanguage()
  return useCallback((metric) => metricName(metric, language), [language])
}

/** What a metric says, in the reader's language; null of one we have no word for. */
export function useMetricHelp(): (metric: string) => string | null {
  const [language] = useLanguage()
  return useCallback((metric) => metricHelp(metric, language), [language])
}
