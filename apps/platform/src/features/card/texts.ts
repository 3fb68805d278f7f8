import { isShare, type ModelCard, metricNames } from '@tessera/contract'
import { figure, type Say } from './phrases.ts'

/** Maximum lengths of the lists on the page. The page states how many entries it leaves out. */
export interface PageLimits {
  parties: number
  classes: number
  columns: number
}

export const percent = (value: number): string => `${(value * 100).toFixed(2)}%`

/** Formats a score in the way of its metric, or a number of rows. */
export function figureOf(value: number | null | undefined, metric = ''): string {
  if (value === null || value === undefined) return '–'
  return isShare(metric) ? percent(value) : figure(value)
}

/** Formats a time in UTC, so that it is the same for every reader. */
export const moment = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Returns the first names of a list and how many more there are. */
export function listed(names: string[], most: number, t: Say): string {
  const left = names.length - most
  return [...names.slice(0, most), ...(left > 0 ? [t('more', { count: left })] : [])].join(', ')
}

/**
 * Returns how many of a party's rows were scored. If the model was fitted to all rows, these are all rows, or 0 without
 * a score. Otherwise these are the party's validation rows, or null if the party did not report their number.
 */
export function scoredRowsOf(card: ModelCard, party: ModelCard['parties'][number]): number | null {
  if (card.scoredBy === 'leave-one-out') return metricNames(party.metrics).length > 0 ? party.rows : 0
  return typeof party.validationRows === 'number' ? party.validationRows : null
}
