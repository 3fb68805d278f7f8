/** For `like`: whatever holds this text as it was typed, or undefined where there is none. */
export function containing(text: string | undefined): string | undefined {
  const wanted = text?.trim()
  return wanted ? `%${wanted.replace(/[\\%_]/g, (character) => `\\${character}`)}%` : undefined
}
