/** Spellings of the two values of a boolean. Case and surrounding spaces do not matter. */
const BOOLEANS: Record<string, boolean> = { true: true, 1: true, '1.0': true, false: false, 0: false, '0.0': false }

const booleanOf = (text: string): boolean | undefined => {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(BOOLEANS, key) ? BOOLEANS[key] : undefined
}

/**
 * Returns the name of a value among a model's categories or classes. If these are the two values of a boolean, every
 * spelling of a boolean matches: a column of 0 and 1 fits a model that was trained on true and false. Other values are
 * only trimmed.
 */
export function categoryOf(names: readonly string[] | undefined, value: string | number | boolean | null): string {
  const raw = String(value ?? '')
  if (names?.includes(raw)) return raw
  const text = raw.trim()
  if (names?.length !== 2 || names.includes(text)) return text
  const [first, second] = names.map(booleanOf)
  const meant = booleanOf(text)
  if (meant === undefined || first === undefined || second === undefined || first === second) return text
  return names[first === meant ? 0 : 1] as string
}
