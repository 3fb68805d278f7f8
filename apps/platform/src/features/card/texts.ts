import { isShare, type ModelCard, metricNames } from '@tessera/contract'
import { figure, type Say } from './phrases.ts'

/** How much may stand on the page; what is left out is counted there. */
export interface Room {
  parties: number
  classes: number
  columns: number
}

export const percent = (value: number): string => `${(value * 100).toFixed(2)}%`

/** A score as its metric is read, or a number of rows. */
export function figureOf(value: number | null | undefined, metric = ''): string {
  if (value === null || value === undefined) return '–'
  return isShare(metric) ? percent(value) : figure(value)
}

/** The same moment for every reader, wherever the page is printed. */
export const moment = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The first of them, and how many more there are. */
export function listed(names: string[], most: number, t: Say): string {
  const left = names.length - most
  return [...names.slice(0, most), ...(left > 0 ? [t('more', { count: left })] : [])].join(', ')
}

/** By folds a party's rows are all scored, or none of them; else those held aside, where the party told how many. */
export function scoredRowsOf(card: ModelCard, party: ModelCard['parties'][number]): number | null {
  if (card.scoredBy === 'folds') return metricNames(party.metrics).length > 0 ? party.rows : 0
  return typeof party.validationRows === 'number' ? party.validationRows : null
}
