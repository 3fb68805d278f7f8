import type { ModelCard } from '@tessera/contract'
import { gainOf, metricNames } from './metrics.ts'

export interface Comparison {
  partyId: string
  name: string
  rows: number
  alone: number
  together: number
  /** Above 0: better together, whatever the metric's direction. */
  gain: number
}

/** Metrics of which at least one party has both scores. */
export function comparableMetrics(card: ModelCard): string[] {
  return metricNames(card.metrics).filter((metric) => compareParties(card, metric).length > 0)
}

export function compareParties(card: ModelCard, metric: string): Comparison[] {
  return card.parties.flatMap(({ partyId, name, rows, metrics, aloneMetrics }) => {
    const together = metrics[metric]
    const alone = aloneMetrics?.[metric]
    if (together === undefined || alone === undefined) return []
    return [{ partyId, name: name ?? partyId, rows, alone, together, gain: gainOf(metric, alone, together) }]
  })
}

/** How many parties gain, stay level and lose, and the average of all. */
export function verdictOf(compared: Comparison[]) {
  const better = compared.filter(({ gain }) => gain > 0).length
  const worse = compared.filter(({ gain }) => gain < 0).length
  const total = compared.length
  const mean = compared.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, total)
  return { better, worse, same: total - better - worse, total, mean }
}
