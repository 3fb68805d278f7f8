import { formatMeasured } from './format.ts'

/** How far a mean lies from that of all rows, in their standard deviations; null where they do not vary, or it is not told. */
export function differenceOfMeans(
  mean: number | null | undefined,
  all: { mean?: number | undefined; deviation?: number | undefined },
): number | null {
  if (mean === null || mean === undefined || all.mean === undefined || !all.deviation) return null
  return (mean - all.mean) / all.deviation
}

/** The same of a share, which is the mean of a column of zeros and ones. */
export function differenceOfShares(share: number | null | undefined, all: number | null | undefined): number | null {
  if (all === null || all === undefined) return null
  return differenceOfMeans(share, { mean: all, deviation: Math.sqrt(all * (1 - all)) })
}

/** With its sign, to two decimals: +0.42, −1.30. */
export function formatDifference(difference: number | null): string {
  if (difference === null) return '–'
  const text = formatMeasured(difference, 1)
  return difference > 0 ? `+${text}` : text
}
