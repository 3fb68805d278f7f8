import type { Gains, Metrics } from '@tessera/contract'
import { directionOf, gainOf, isLowerBetter, metricNames } from './metrics.ts'

/** A party's scores on rows of its own that the scored model had not seen: of the model of all, and of one from its own rows only. */
export interface Scored {
  partyId: string
  name: string
  /** Trained on; null while unknown. */
  rows: number | null
  /** Scored by both models; null while unknown. */
  scoredRows: number | null
  metrics: Metrics
  aloneMetrics: Metrics | null
  /** Null of runs of before. */
  gains: Gains | null
}

export interface Comparison {
  partyId: string
  name: string
  rows: number | null
  scoredRows: number | null
  alone: number
  together: number
  /** Above 0: better together, whatever the metric's direction. */
  gain: number
  /** Between what the gain lies; null where nobody said. */
  interval: { low: number; high: number } | null
  /** How many rows the gain is, where the metric is a share of them. */
  gainedRows: number | null
}

/** Metrics of which at least one party has both scores. */
export function comparableMetrics(parties: Scored[]): string[] {
  const names = metricNames(...parties.map(({ metrics }) => metrics))
  return names.filter((metric) => compareParties(parties, metric).length > 0)
}

export function compareParties(parties: Scored[], metric: string): Comparison[] {
  return parties.flatMap(({ partyId, name, rows, scoredRows, metrics, aloneMetrics, gains }) => {
    const together = metrics[metric]
    const alone = aloneMetrics?.[metric]
    if (together === undefined || alone === undefined) return []
    const gain = gainOf(metric, alone, together)
    const gainedRows = metric === 'accuracy' && scoredRows !== null ? Math.round(gain * scoredRows) : null
    const interval = intervalOf(metric, gains?.[metric])
    return [{ partyId, name, rows, scoredRows, alone, together, gain, interval, gainedRows }]
  })
}

/** The engine tells together less alone, whichever way the metric counts. */
function intervalOf(metric: string, reported: Gains[string] | undefined) {
  if (!reported) return null
  return isLowerBetter(metric) ? { low: -reported.high, high: -reported.low } : reported
}

/** Whether it may be chance: no gain at all lies within its interval. */
export const isWithin = ({ interval }: Pick<Comparison, 'interval'>): boolean =>
  interval !== null && interval.low <= 0 && interval.high >= 0

/** How many parties gain, stay level (or within the interval) and lose, and the average of all. */
export function verdictOf(metric: string, compared: Comparison[]) {
  const count = (direction: ReturnType<typeof directionOf>) =>
    compared.filter((one) => (isWithin(one) ? 'same' : directionOf(metric, one.gain)) === direction).length
  const mean = compared.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, compared.length)
  return { better: count('better'), same: count('same'), worse: count('worse'), total: compared.length, mean }
}
