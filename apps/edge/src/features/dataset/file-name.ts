const MOST_SIGNS = 120

/**
 * What an uploaded file is called, fit to be shown: without folders, and without signs that are not seen or turn the
 * direction of what follows.
 */
export function cleanFileName(sent: string): string {
  const name = sent.replace(/^.*[\\/]/s, '').normalize()
  const signs = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()]
  return signs.length > MOST_SIGNS ? `${signs.slice(0, MOST_SIGNS - 5).join('')}….zip` : signs.join('')
}

/** The name a dataset has until somebody gives it one. */
export const nameWithoutEnding = (fileName: string) => fileName.replace(/\.zip$/i, '')
