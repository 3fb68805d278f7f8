import type { TableRow } from '../dataset.ts'
import { categoryOf } from './categories.ts'
import type { InputColumn } from './table.ts'

type Categories = Pick<InputColumn, 'categories' | 'rest'>

/** What a position that follows the categories of a column represents. */
export type Rest = 'other' | 'missing'

/**
 * Returns the positions of other texts and of missing values. There are at most two such positions after the
 * categories.
 */
export function restOf({ categories = [], rest }: Categories): Record<Rest, number> {
  const last = categories.length
  if (!rest) return { other: last, missing: last }
  return { other: Math.min(rest.other, last), missing: Math.min(rest.missing, last + 1) }
}

/** Returns the number of positions of a column of categories, as the engine's `CategoryEncoder` counts them. */
export function widthOf(input: Categories): number {
  const { other, missing } = restOf(input)
  return Math.max(input.categories?.length ?? 0, other, missing) + 1
}

export function restAt(input: Categories, place: number): Rest | undefined {
  const { other, missing } = restOf(input)
  if (place < (input.categories?.length ?? 0) || other === missing) return undefined
  return place === other ? 'other' : place === missing ? 'missing' : undefined
}

/** Returns the position of a value among a column's categories and the positions after them. */
export function categoryPlaceOf(input: Categories, value: TableRow[string] | undefined): number {
  const text = categoryOf(input.categories, value ?? null)
  const known = input.categories?.indexOf(text) ?? -1
  return known < 0 ? restOf(input)[text === '' ? 'missing' : 'other'] : known
}
