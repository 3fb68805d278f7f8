import type { Metrics } from '@tessera/contract'
import { directionOf, gainOf, metricNames } from './metrics.ts'

/** A party's scores on rows of its own that the scored model had not seen: of the model of all, and of one from its own rows only. */
export interface Scored {
  partyId: string
  name: string
  /** Trained on; null while unknown. */
  rows: number | null
  metrics: Metrics
  aloneMetrics: Metrics | null
}

export interface Comparison {
  partyId: string
  name: string
  rows: number | null
  alone: number
  together: number
  /** Above 0: better together, whatever the metric's direction. */
  gain: number
}

/** Metrics of which at least one party has both scores. */
export function comparableMetrics(parties: Scored[]): string[] {
  const names = metricNames(...parties.map(({ metrics }) => metrics))
  return names.filter((metric) => compareParties(parties, metric).length > 0)
}

export function compareParties(parties: Scored[], metric: string): Comparison[] {
  return parties.flatMap(({ partyId, name, rows, metrics, aloneMetrics }) => {
    const together = metrics[metric]
    const alone = aloneMetrics?.[metric]
    if (together === undefined || alone === undefined) return []
    return [{ partyId, name, rows, alone, together, gain: gainOf(metric, alone, together) }]
  })
}

/** How many parties gain, stay level and lose, and the average of all. */
export function verdictOf(metric: string, compared: Comparison[]) {
  const count = (direction: ReturnType<typeof directionOf>) =>
    compared.filter(({ gain }) => directionOf(metric, gain) === direction).length
  const mean = compared.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, compared.length)
  return { better: count('better'), same: count('same'), worse: count('worse'), total: compared.length, mean }
}
