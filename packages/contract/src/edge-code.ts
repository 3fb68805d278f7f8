import { z } from 'zod'

/** Whether an edge has exactly the code that the platform would run on it, and if not, which of the two is older. */
export const EdgeCode = z.enum(['known', 'edge-older', 'platform-older', 'other'])
export type EdgeCode = z.infer<typeof EdgeCode>

/** Returns which of two sides with different code is older, according to their versions of Tessera. */
export function olderSide(edge: string, platform: string): Exclude<EdgeCode, 'known'> {
  const order = compareVersions(edge, platform)
  if (order === 0) return 'other'
  return order < 0 ? 'edge-older' : 'platform-older'
}

/** Compares versions. Returns a negative number if the first version is older, and 0 if both are equal. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)]
  const at = ones.findIndex((number, index) => number !== (others[index] ?? 0))
  return at === -1 ? ones.length - others.length : (ones[at] as number) - (others[at] ?? 0)
}

const numbersOf = (version: string) => version.split('.').map(Number)
