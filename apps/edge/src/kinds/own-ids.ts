import type { TableRow } from '@tessera/contract'
import type { Duck } from '../lib/duck.ts'
import { freeName } from './column-names.ts'
import { ROW_ID } from './reader.ts'

/** SQL counts of the ids in a column: all rows, rows with an id, and different ids. */
export const countsOfIds = (id: string) =>
  `count(*) AS total, count(${id}) AS present, count(DISTINCT ${id}) AS different`

/**
 * Returns why the values of a column cannot identify rows, or null if they can. A patient number, for example, repeats
 * for each visit.
 */
export function faultIn({ total, present, different }: TableRow): 'repeated' | 'missing' | null {
  if (different !== present) return 'repeated'
  return present === total ? null : 'missing'
}

export const faultOfIds = async (duck: Duck, source: string, id: string) =>
  faultIn(await duck.row(`SELECT ${countsOfIds(id)} FROM ${source}`))

/** A file's own ids that do not identify its rows become an ordinary column. Returns the name of this column. */
export function ordinaryName(names: string[], position: number): string {
  const all = new Set(names.map((name) => name.toLowerCase()))
  return freeName(names[position - 1] ?? ROW_ID, position, (name) => all.has(name))
}
