import { z } from 'zod'

/** Whether an edge has the very code that the platform would run there, and if not, which side is older. */
export const EdgeCode = z.enum(['known', 'edge-older', 'platform-older', 'other'])
export type EdgeCode = z.infer<typeof EdgeCode>

/** Which of two sides with different code is older, by version of Tessera; whoever names none is of before they did. */
export function olderSide(edge: string | null, platform: string | null): Exclude<EdgeCode, 'known'> {
  const order = compareVersions(edge, platform)
  if (order === 0) return 'other'
  return order < 0 ? 'edge-older' : 'platform-older'
}

function compareVersions(one: string | null, other: string | null): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)]
  const at = ones.findIndex((number, index) => number !== (others[index] ?? 0))
  return at === -1 ? ones.length - others.length : (ones[at] as number) - (others[at] ?? 0)
}

const numbersOf = (version: string | null) => (version === null ? [] : version.split('.').map(Number))
