const MAX_CHARACTERS = 120

/**
 * Returns the displayable name of an uploaded file: without folders, and without invisible or bidirectional control
 * characters.
 */
export function cleanFileName(sent: string): string {
  const name = sent.replace(/^.*[\\/]/s, '').normalize()
  const characters = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()]
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 5).join('')}….zip`
    : characters.join('')
}

/** Returns the default name of a dataset until a user names it. */
export const nameWithoutEnding = (fileName: string) => fileName.replace(/\.zip$/i, '')
