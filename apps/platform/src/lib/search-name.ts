import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containing } from './like.ts'

/** Limit of an indexed name, because index entries are limited. */
const MAX_LETTERS = 100

/** Returns a name in the form that is searched, without regard to case. */
export const searchable = (name: string) => name.toLowerCase().slice(0, MAX_LETTERS)

/** Condition that a column of searchable names contains this text; undefined for an empty one. */
export function isNamed(searchName: SQLWrapper, text: string | undefined): SQL | undefined {
  const held = containing(searchable(text?.trim() ?? ''))
  return held ? sql`${searchName} like ${held}` : undefined
}
