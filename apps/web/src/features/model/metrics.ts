import type { Metrics } from '@tessera/contract'
import { formatNumber, formatPercent } from '../../lib/format.ts'

/** Metrics we know, the one that says most first. Errors are better when small and are no percentages. */
const KNOWN = ['accuracy', 'f1', 'precision', 'recall', 'auc', 'r2', 'rmse', 'mae', 'loss'] as const
export type KnownMetric = (typeof KNOWN)[number]

const SMALL_IS_GOOD: readonly string[] = ['rmse', 'mae', 'loss']
const PLAIN: readonly string[] = [...SMALL_IS_GOOD, 'r2']

export const isKnownMetric = (name: string): name is KnownMetric => (KNOWN as readonly string[]).includes(name)

/** Names of the metrics in the order to show them; unknown ones come last. */
export function metricNames(metrics: Metrics): string[] {
  const rank = (name: string) => (isKnownMetric(name) ? KNOWN.indexOf(name) : KNOWN.length)
  return Object.keys(metrics).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

export const metricText = (name: string, value: number) =>
  PLAIN.includes(name) ? formatNumber(value, 4) : formatPercent(value)

export const isPercentage = (name: string) => !PLAIN.includes(name)

/** How much better `together` is than `alone`: above 0 is better, whatever the metric's direction. */
export const gainOf = (name: string, alone: number, together: number) =>
  SMALL_IS_GOOD.includes(name) ? alone - together : together - alone

/** A gain with its sign: percentage points where the metric is a percentage. */
export function gainText(name: string, gain: number): string {
  const amount = isPercentage(name) ? gain * 100 : gain
  const digits = isPercentage(name) ? 2 : 4
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '±'
  return `${sign}${Math.abs(amount).toFixed(digits)}`
}
