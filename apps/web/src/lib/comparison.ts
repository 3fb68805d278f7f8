import { FEW_ROWS, type Gains, type Metrics } from '@tessera/contract'
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
  /** The ends of its 95 % interval; null where they are not known. */
  interval: { low: number; high: number } | null
  /** `within`: no gain at all lies in the interval. `few`: the rows do not tell. */
  outcome: 'better' | 'same' | 'within' | 'few' | 'worse'
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
    // A run of an older engine has no intervals at all.
    const isFew = (scoredRows !== null && scoredRows < FEW_ROWS) || (gains !== null && interval === null)
    const isWithin = interval !== null && interval.low <= 0 && interval.high >= 0
    const outcome = isFew ? 'few' : isWithin ? 'within' : directionOf(metric, gain)
    return [{ partyId, name, rows, scoredRows, alone, together, gain, interval, outcome, gainedRows }]
  })
}

/** The engine reports together less alone, whichever way the metric counts. Older engines reported single points. */
function intervalOf(metric: string, reported: Gains[string] | undefined) {
  if (!reported || reported.low === reported.high) return null
  return isLowerBetter(metric) ? { low: -reported.high, high: -reported.low } : reported
}

/** How many parties gain, stay level (or within the interval), lose, or have too few rows to tell, and the average of all. */
export function verdictOf(compared: Comparison[]) {
  const count = (...outcomes: Comparison['outcome'][]) =>
    compared.filter(({ outcome }) => outcomes.includes(outcome)).length
  const mean = compared.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, compared.length)
  const told = { better: count('better'), same: count('same', 'within'), worse: count('worse') }
  return { ...told, few: count('few'), total: compared.length, mean }
}
