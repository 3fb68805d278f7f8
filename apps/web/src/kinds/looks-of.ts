/**
 * Assigns a look to each name. The result depends only on the set of names. Looks repeat if there are more names than
 * looks.
 */
export function looksOf<L>(names: Iterable<string>, looks: readonly [L, ...L[]]): ReadonlyMap<string, L> {
  const sorted = [...new Set(names)].sort()
  return new Map(sorted.map((name, index) => [name, looks[index % looks.length] ?? looks[0]]))
}
