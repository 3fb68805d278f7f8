/** Where a text holds the character NUL, which PostgreSQL keeps in no column; undefined when none does. */
export function findNul(value: unknown, place = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? place : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const name = place ? `${place}.${key}` : key
    const found = key.includes('\0') ? name : findNul(item, name)
    if (found !== undefined) return found.replaceAll('\0', '')
  }
  return undefined
}
