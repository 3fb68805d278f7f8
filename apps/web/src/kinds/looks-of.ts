/** A look for each name, the same wherever the names are the same; more names than looks begin anew. */
export function looksOf<L>(names: Iterable<string>, looks: readonly [L, ...L[]]): ReadonlyMap<string, L> {
  const sorted = [...new Set(names)].sort()
  return new Map(sorted.map((name, index) => [name, looks[index % looks.length] ?? looks[0]]))
}
