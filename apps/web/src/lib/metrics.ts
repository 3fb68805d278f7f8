import type { Metrics } from '@tessera/contract'
import { formatNumber, formatPercent } from './format.ts'

/** Metrics we have a word for, the one that says most first. */
export const KNOWN_METRICS = [
  'accuracy',
  'f1',
  'precision',
  'recall',
  'auc',
  'brier',
  'concordance',
  'r2',
  'rmse',
  'mae',
  'deviance',
  'inertia',
  'loss',
] as const
export type KnownMetric = (typeof KNOWN_METRICS)[number]

const LOWER_IS_BETTER: readonly string[] = ['brier', 'rmse', 'mae', 'deviance', 'inertia', 'loss']
/** Shares of a whole, which read as percent. Of one we do not know nothing is claimed: it is a number. */
const SHARES = /(^|_)(accuracy|precision|recall|f1|auc)$/

export const isKnownMetric = (name: string): name is KnownMetric => (KNOWN_METRICS as readonly string[]).includes(name)
/** Means over the classes, each counting as much as any other. */
export const isMacro = (name: string): boolean => ['f1', 'precision', 'recall'].includes(name)
export const isShare = (name: string): boolean => SHARES.test(name)
export const isLowerBetter = (name: string): boolean => LOWER_IS_BETTER.includes(name)

/** Names of all metrics that any of these has, in the order to show them; unknown ones come last. */
export function metricNames(...scores: Metrics[]): string[] {
  const rank = (name: string) => (isKnownMetric(name) ? KNOWN_METRICS.indexOf(name) : KNOWN_METRICS.length)
  return [...new Set(scores.flatMap(Object.keys))].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

export const metricText = (name: string, value: number | undefined): string =>
  isShare(name) ? formatPercent(value) : formatNumber(value)

/** How much better `together` is than `alone`: above 0 is better, whatever the metric's direction. */
export const gainOf = (name: string, alone: number, together: number): number =>
  isLowerBetter(name) ? alone - together : together - alone

/** What is shown as nothing is neither gain nor loss. */
export function directionOf(name: string, gain: number): 'better' | 'same' | 'worse' {
  if (Number(amountOf(name, gain)) === 0) return 'same'
  return gain > 0 ? 'better' : 'worse'
}

/** A gain with its sign: percentage points where the metric is a share. */
export function gainText(name: string, gain: number): string {
  return `${{ better: '+', same: '±', worse: '−' }[directionOf(name, gain)]}${amountOf(name, gain)}`
}

const amountOf = (name: string, gain: number) =>
  isShare(name) ? Math.abs(gain * 100).toFixed(2) : Math.abs(gain).toFixed(4)
