import type { TableRow } from '@tessera/contract'
import type { Duck } from '../../../lib/duck.ts'
import { freeName } from './column-names.ts'
import { ROW_ID } from './reader.ts'

/** What `faultIn` asks of some values, in SQL. */
export const countsOfIds = (id: string) =>
  `count(*) AS total, count(${id}) AS present, count(DISTINCT ${id}) AS different`

/** Why some values cannot name rows: a patient's number stands in a row for each visit. */
export function faultIn({ total, present, different }: TableRow): 'repeated' | 'missing' | null {
  if (different !== present) return 'repeated'
  return present === total ? null : 'missing'
}

export const faultOfIds = async (duck: Duck, source: string, id: string) =>
  faultIn(await duck.row(`SELECT ${countsOfIds(id)} FROM ${source}`))

/** What a file's own ids are called as a column like any other, beside the numbers that rows are given in their place. */
export function ordinaryName(names: string[], position: number): string {
  const all = new Set(names.map((name) => name.toLowerCase()))
  return freeName(names[position - 1] ?? ROW_ID, position, (name) => all.has(name))
}
