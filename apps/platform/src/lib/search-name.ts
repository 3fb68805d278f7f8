import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containing } from './like.ts'

/** An index holds it, and an index entry has an end. */
const MOST_LETTERS = 100

/** A name as it is searched: small and capital letters are one. */
export const searchable = (name: string) => name.toLowerCase().slice(0, MOST_LETTERS)

/** Whose name holds this text, by a column of searchable names; undefined where none is wanted. */
export function isNamed(searchName: SQLWrapper, text: string | undefined): SQL | undefined {
  const held = containing(searchable(text?.trim() ?? ''))
  return held ? sql`${searchName} like ${held}` : undefined
}
