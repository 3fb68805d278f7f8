/** Zachary's karate club (W. W. Zachary, 1977). Each pair of members who met outside the club is listed once. */
const FRIENDS: Record<number, number[]> = {
  1: [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 20, 22, 32],
  2: [3, 4, 8, 14, 18, 20, 22, 31],
  3: [4, 8, 9, 10, 14, 28, 29, 33],
  4: [8, 13, 14],
  5: [7, 11],
  6: [7, 11, 17],
  7: [17],
  9: [31, 33, 34],
  10: [34],
  14: [34],
  15: [33, 34],
  16: [33, 34],
  19: [33, 34],
  20: [34],
  21: [33, 34],
  23: [33, 34],
  24: [26, 28, 30, 33, 34],
  25: [26, 28, 32],
  26: [32],
  27: [30, 34],
  28: [34],
  29: [32, 34],
  30: [33, 34],
  31: [33, 34],
  32: [33, 34],
  33: [34],
}
const STAYED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 20, 22]
const MEMBERS = 34

export function karateClub() {
  const edges = Object.entries(FRIENDS).flatMap(([one, others]) => others.map((other) => [Number(one), other] as const))
  const friendsOf = (member: number) => edges.flatMap(([a, b]) => (a === member ? [b] : b === member ? [a] : []))
  const nodes = Array.from({ length: MEMBERS }, (_, index) => {
    const friends = friendsOf(index + 1)
    const triangles = edges.filter(([a, b]) => friends.includes(a) && friends.includes(b)).length
    return `${index + 1},${friends.length},${triangles},${STAYED.includes(index + 1) ? 'Mr. Hi' : 'Officer'}\n`
  })
  return {
    'nodes.csv': `id,friends,triangles,label\n${nodes.join('')}`,
    'edges.csv': `source,target\n${edges.map((ends) => `${ends.join(',')}\n`).join('')}`,
  }
}
