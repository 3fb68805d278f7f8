/**
 * Returns the edit distance of two texts: the number of letters to insert, remove, replace or swap with a neighbour to
 * change one text into the other.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const costs = [
        (last?.[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]),
        ...(i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? [(before?.[j - 2] ?? 0) + 1] : []),
      ]
      next.push(Math.min(...costs))
    }
    ;[before, last] = [last ?? [], next]
  }
  return last?.[b.length] ?? 0
}

/**
 * Returns the name with the smallest edit distance. Case, spaces and separators matter only between names that are
 * otherwise equal.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_.-]+/g, '')
  const ranked = names.map((other) => ({
    other,
    far: editDistance(plain(name), plain(other)),
    exact: editDistance(name, other),
  }))
  return ranked.sort((a, b) => a.far - b.far || a.exact - b.exact)[0]?.other
}
