import type { Run } from '@tessera/contract'
import { isLowerBetter, metricsOf } from './run-state.ts'

export interface Comparison {
  partyId: string
  partyName: string
  alone: number
  together: number
  /** Better together by this much; negative where it got worse. */
  gain: number
}

/** Metrics that can be compared: some party has both its own score and the one of all. */
export function comparableMetrics(run: Run): string[] {
  return metricsOf(run.parties).filter((metric) => compare(run, metric).length > 0)
}

export function compare(run: Run, metric: string): Comparison[] {
  return run.parties.flatMap(({ partyId, partyName, metrics, aloneMetrics }) => {
    const together = metrics[metric]
    const alone = aloneMetrics?.[metric]
    if (together === undefined || alone === undefined) return []
    const gain = isLowerBetter(metric) ? alone - together : together - alone
    return [{ partyId, partyName, alone, together, gain }]
  })
}
