export function raise(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Returns the counts as a list, most frequent first. */
export function ranked<K extends string>(counts: Map<string, number>, key: K) {
  const found = [...counts].sort(([, a], [, b]) => b - a)
  return found.map(([name, rows]) => ({ [key]: name, rows }) as Record<K, string> & { rows: number })
}
