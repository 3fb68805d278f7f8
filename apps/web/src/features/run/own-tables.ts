import type { DescribedColumn, DescribedTable, OwnTable } from '@tessera/contract'

export type DescribedNumber = Extract<DescribedColumn, { kind: 'number' }>
export type DescribedCategory = Extract<DescribedColumn, { kind: 'category' }>

/** The separate table of one party, with the party's name. */
export interface NamedTable extends OwnTable {
  name: string
}

export const namedTables = ({ parties = [] }: DescribedTable, nameOf: (partyId: string) => string): NamedTable[] =>
  parties.map((party) => ({ ...party, name: nameOf(party.partyId) }))

/** Returns a party's numeric column by name. */
export const numberOf = ({ columns }: OwnTable, name: string): DescribedNumber | undefined =>
  columns.find((column): column is DescribedNumber => column.kind === 'number' && column.name === name)

/**
 * Returns how many of a party's rows have a category. Finds the category by its position, because all tables have the
 * same order.
 */
export function countIn({ columns }: OwnTable, name: string, place: number | 'other' | 'missing') {
  const column = columns.find((one): one is DescribedCategory => one.kind === 'category' && one.name === name)
  if (!column) return null
  return typeof place === 'number' ? (column.categories[place]?.count ?? null) : column[place]
}

/** Returns a count's share of the rows, or null if the count is hidden. */
export const shareOf = (count: string | number | null, rows: number): number | null =>
  typeof count === 'number' && rows > 0 ? count / rows : null
