const MOST_CHARACTERS = 120

/**
 * What an uploaded file is called, fit to be shown: without folders, and without characters that are not seen or turn the
 * direction of what follows.
 */
export function cleanFileName(sent: string): string {
  const name = sent.replace(/^.*[\\/]/s, '').normalize()
  const characters = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()]
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS - 5).join('')}….zip`
    : characters.join('')
}

/** The name a dataset has until somebody gives it one. */
export const nameWithoutEnding = (fileName: string) => fileName.replace(/\.zip$/i, '')
