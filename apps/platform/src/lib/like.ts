/** Returns a pattern for `like` that matches any value with this literal text; undefined for an empty one. */
export function containing(text: string | undefined): string | undefined {
  const wanted = text?.trim()
  return wanted ? `%${wanted.replace(/[\\%_]/g, (character) => `\\${character}`)}%` : undefined
}
