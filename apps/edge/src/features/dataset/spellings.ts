import {
  type ColumnSpellings,
  type ColumnType,
  type NamedElsewhere,
  type PartyNames,
  proposeSpellings,
} from '@tessera/contract'
import type { Duck } from '../../lib/duck.ts'
import { labelOf, readClasses } from './classes.ts'
import type { Rows } from './readable.ts'

/** Lists of labels, boxes and tags hold several names in one cell, which a mapping of values cannot rename. */
const RENAMEABLE: readonly string[] = ['text', 'boolean', 'integer'] satisfies ColumnType[]

/** The columns in which own values are spellings of one name, or share no name with the other parties'. */
export async function findSpellings(
  duck: Duck,
  rows: Rows,
  names: PartyNames,
  others: readonly NamedElsewhere[],
): Promise<ColumnSpellings[]> {
  const found: ColumnSpellings[] = []
  for (const column of columnsWithWords(names)) {
    const theirs = others.find((one) => one.column === column)?.words ?? []
    if (!RENAMEABLE.includes(labelOf(rows, column).holds)) continue
    const own = (await readClasses(duck, rows, column)).map(({ name, count }) => ({ name, rows: count }))
    const proposals = proposeSpellings(own, theirs)
    const isApart = theirs.length > 0 && own.every(({ name }) => !theirs.includes(name))
    if (proposals.size === 0 && !isApart) continue
    const open = own.filter(({ name }) => proposals.has(name) || (theirs.length > 0 && !theirs.includes(name)))
    found.push({
      column,
      others: [...theirs],
      own: open.map((word) => ({ ...word, proposed: proposals.get(word.name) ?? null })),
    })
  }
  return found
}

const columnsWithWords = ({ columns, label }: PartyNames): string[] => [
  ...columns.flatMap(({ kind, name }) => (kind === 'categories' ? name : [])),
  ...(label?.classes ? [label.column] : []),
]
