import { formatMeasured } from './format.ts'

/**
 * Returns how many standard deviations of all rows a mean differs from the mean of all rows. Null if all rows are equal
 * or a value is not disclosed.
 */
export function differenceOfMeans(
  mean: number | null | undefined,
  all: { mean?: number | undefined; deviation?: number | undefined },
): number | null {
  if (mean === null || mean === undefined || all.mean === undefined || !all.deviation) return null
  return (mean - all.mean) / all.deviation
}

/**
 * Returns how many standard deviations a share differs from the share of all rows. A share is the mean of a column of
 * zeros and ones.
 */
export function differenceOfShares(share: number | null | undefined, all: number | null | undefined): number | null {
  if (all === null || all === undefined) return null
  return differenceOfMeans(share, { mean: all, deviation: Math.sqrt(all * (1 - all)) })
}

/** Formats a difference with its sign and two decimals: +0.42, −1.30. */
export function formatDifference(difference: number | null): string {
  if (difference === null) return '–'
  const text = formatMeasured(difference, 1)
  return difference > 0 ? `+${text}` : text
}
