import { isLowerBetter, isShare, metricNames } from '@tessera/contract'
import { formatNumber, formatPercent } from './format.ts'

export { isLowerBetter, isShare, metricNames }

/** Returns whether a metric is a macro average, the unweighted mean over all classes. */
export const isMacro = (name: string): boolean => ['f1', 'precision', 'recall'].includes(name)

export const metricText = (name: string, value: number | undefined): string =>
  isShare(name) ? formatPercent(value) : formatNumber(value)

/** The smallest error of an AUC that changes its displayed percentage. */
export const MIN_ERROR = 0.00005

/** Returns how much better `together` is than `alone`. Positive is better, whatever the metric's direction. */
export const gainOf = (name: string, alone: number, together: number): number =>
  isLowerBetter(name) ? alone - together : together - alone

/** Returns the direction of a gain. A gain that is displayed as 0 is neither better nor worse. */
export function directionOf(name: string, gain: number): 'better' | 'same' | 'worse' {
  if (Number(amountOf(name, gain)) === 0) return 'same'
  return gain > 0 ? 'better' : 'worse'
}

/** Formats a gain with its sign, in percentage points if the metric is a share. */
export function gainText(name: string, gain: number): string {
  return `${{ better: '+', same: '±', worse: '−' }[directionOf(name, gain)]}${amountOf(name, gain)}`
}

const amountOf = (name: string, gain: number) =>
  isShare(name) ? Math.abs(gain * 100).toFixed(2) : Math.abs(gain).toFixed(4)
