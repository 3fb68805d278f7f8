import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containing } from './like.ts'

/** Maximum length of a name in an index, because the size of index entries is limited. */
const MAX_LETTERS = 100

/** Returns a name in the form that searches use: in lower case and cut to the maximum length. */
export const searchable = (name: string) => name.toLowerCase().slice(0, MAX_LETTERS)

/** Returns the condition that a column of searchable names contains this text; undefined for an empty text. */
export function isNamed(searchName: SQLWrapper, text: string | undefined): SQL | undefined {
  const held = containing(searchable(text?.trim() ?? ''))
  return held ? sql`${searchName} like ${held}` : undefined
}
