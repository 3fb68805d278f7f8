import type { TableRow } from '@tessera/contract'
import type { Duck } from '../lib/duck.ts'
import { freeName } from './column-names.ts'
import { ROW_ID } from './reader.ts'

/** SQL counts that `faultIn` needs. */
export const countsOfIds = (id: string) =>
  `count(*) AS total, count(${id}) AS present, count(DISTINCT ${id}) AS different`

/** Returns why some values cannot identify rows. For example, a patient number repeats for each visit. */
export function faultIn({ total, present, different }: TableRow): 'repeated' | 'missing' | null {
  if (different !== present) return 'repeated'
  return present === total ? null : 'missing'
}

export const faultOfIds = async (duck: Duck, source: string, id: string) =>
  faultIn(await duck.row(`SELECT ${countsOfIds(id)} FROM ${source}`))

/** Returns the name under which a file's own ids become an ordinary column, beside the generated row ids. */
export function ordinaryName(names: string[], position: number): string {
  const all = new Set(names.map((name) => name.toLowerCase()))
  return freeName(names[position - 1] ?? ROW_ID, position, (name) => all.has(name))
}
