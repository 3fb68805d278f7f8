import { useCallback } from 'react'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { runPhrases } from './phrases.ts'
import { isShare } from './run-state.ts'

const NAMED = ['accuracy', 'precision', 'recall', 'f1', 'auc', 'loss', 'rmse', 'mae', 'r2'] as const

export const metricValue = (metric: string, value: number | undefined): string =>
  isShare(metric) ? formatPercent(value) : formatNumber(value)

/** A metric's name in the reader's language; one we have no word for keeps its own. */
export function useMetricName(): (metric: string) => string {
  const t = usePhrases(runPhrases)
  return useCallback(
    (metric) => {
      const named = NAMED.find((name) => name === metric)
      return named ? t(`metric.${named}`) : metric
    },
    [t],
  )
}
