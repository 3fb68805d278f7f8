/** An index holds it, and an index entry has an end. */
const MOST_LETTERS = 100

/** A name as it is searched: small and capital letters are one. */
export const searchable = (name: string) => name.toLowerCase().slice(0, MOST_LETTERS)
