import { isLowerBetter, isShare, metricNames } from '@tessera/contract'
import { formatNumber, formatPercent } from './format.ts'

export { isLowerBetter, isShare, metricNames }

/** Means over the classes, each counting as much as any other. */
export const isMacro = (name: string): boolean => ['f1', 'precision', 'recall'].includes(name)

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
