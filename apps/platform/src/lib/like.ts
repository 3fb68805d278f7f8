/**
 * Returns a pattern for SQL's `like` that matches any value which contains this literal text; undefined for an empty
 * text.
 */
export function containing(text: string | undefined): string | undefined {
  const wanted = text?.trim()
  return wanted ? `%${wanted.replace(/[\\%_]/g, (character) => `\\${character}`)}%` : undefined
}
