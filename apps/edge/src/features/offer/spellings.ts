import {
  type ColumnSpellings,
  type ColumnType,
  type NamedElsewhere,
  type PartyNames,
  proposeSpellings,
} from '@tessera/contract'
import type { Duck } from '../../lib/duck.ts'
import { labelOf, type Rows, readClasses } from '../rows/index.ts'

/**
 * Column types whose values can be renamed. Lists of labels, boxes and tags contain several names per cell, which a
 * value mapping cannot rename.
 */
const RENAMEABLE: readonly string[] = ['text', 'boolean', 'integer'] satisfies ColumnType[]

/**
 * Finds the columns in which several values of the party are spellings of one name, or no value equals a name of the
 * other parties.
 */
export async function findSpellings(
  duck: Duck,
  rows: Rows,
  names: PartyNames,
  others: readonly NamedElsewhere[],
): Promise<ColumnSpellings[]> {
  const found: ColumnSpellings[] = []
  for (const column of columnsWithWords(names)) {
    const elsewhere = others.find((one) => one.column === column)
    const [theirs, preferred] = [elsewhere?.words ?? [], elsewhere?.preferred ?? []]
    if (!RENAMEABLE.includes(labelOf(rows, column).holds)) continue
    const own = (await readClasses(duck, rows, column)).map(({ name, count }) => ({ name, rows: count }))
    const proposals = proposeSpellings(own, theirs, preferred)
    const isUnknown = ({ name }: { name: string }) =>
      theirs.length > 0 && !theirs.includes(name) && !preferred.includes(name)
    const isApart = own.length > 0 && own.every(isUnknown)
    if (proposals.size === 0 && !isApart) continue
    const open = own.filter((word) => proposals.has(word.name) || isUnknown(word))
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
