import { FEW_ROWS, type Gains, type Metrics } from '@tessera/contract'
import { directionOf, gainOf, isLowerBetter, metricNames } from './metrics.ts'

/**
 * A party's scores on rows that were not used for training: of the federated model, and of a model trained only on the
 * party's own rows.
 */
export interface Scored {
  partyId: string
  name: string
  /** Number of training rows, or null while unknown. */
  rows: number | null
  /** Number of rows on which both models are scored, or null while unknown. */
  scoredRows: number | null
  metrics: Metrics
  aloneMetrics: Metrics | null
  gains: Gains | null
}

export interface Comparison {
  partyId: string
  name: string
  rows: number | null
  scoredRows: number | null
  alone: number
  together: number
  /** Difference between both scores. Positive if the federated model is better, whatever the metric's direction. */
  gain: number
  /** The ends of the 95 % confidence interval, or null if unknown. */
  interval: { low: number; high: number } | null
  /**
   * How the federated model compares with the local one. `within` means that the interval contains 0, `few` that there
   * are too few rows to decide.
   */
  outcome: 'better' | 'same' | 'within' | 'few' | 'worse'
  /** The gain converted into rows, if the metric is a share of rows. */
  gainedRows: number | null
}

/** Returns the metrics for which at least one party has both scores. */
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
    // Without intervals, as in runs of older engines, only the number of rows decides.
    const isFew = (scoredRows !== null && scoredRows < FEW_ROWS) || (gains !== null && interval === null)
    const isWithin = interval !== null && interval.low <= 0 && interval.high >= 0
    const outcome = isFew ? 'few' : isWithin ? 'within' : directionOf(metric, gain)
    return [{ partyId, name, rows, scoredRows, alone, together, gain, interval, outcome, gainedRows }]
  })
}

/**
 * Returns the interval of a gain. The engine reports the federated minus the local score, whatever the metric's
 * direction. Older engines reported single points, which are ignored.
 */
function intervalOf(metric: string, reported: Gains[string] | undefined) {
  if (!reported || reported.low === reported.high) return null
  return isLowerBetter(metric) ? { low: -reported.high, high: -reported.low } : reported
}

/**
 * Returns the number of parties that gain, stay level (including within the interval), lose, or have too few rows, and
 * the mean gain.
 */
export function verdictOf(compared: Comparison[]) {
  const count = (...outcomes: Comparison['outcome'][]) =>
    compared.filter(({ outcome }) => outcomes.includes(outcome)).length
  const mean = compared.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, compared.length)
  const counts = { better: count('better'), same: count('same', 'within'), worse: count('worse') }
  return { ...counts, few: count('few'), total: compared.length, mean }
}
