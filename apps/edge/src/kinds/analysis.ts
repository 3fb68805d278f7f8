import type { Analysis, Distribution } from '@tessera/contract'

const BINS = 10
const MAX_CLASSES = 1_000

/**
 * Returns the distribution of a measure over pictures, texts or nodes in ten equal bins, or undefined if there are no
 * values.
 */
export function distributionOf(of: Distribution['of'], values: ArrayLike<number>): Distribution | undefined {
  const sorted = Float64Array.from(values).sort()
  const count = sorted.length
  if (count === 0) return undefined
  const minimum = sorted[0] as number
  const maximum = sorted[count - 1] as number
  return {
    of,
    minimum,
    maximum,
    mean: sorted.reduce((sum, value) => sum + value / count, 0),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)],
    bins: binsOf(sorted, minimum, maximum),
  }
}

/** Computes a quantile by interpolating between the two neighbouring values. */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] as number
  const high = sorted[Math.ceil(at)] as number
  return low + (high - low) * (at - Math.floor(at))
}

function binsOf(sorted: Float64Array, minimum: number, maximum: number) {
  if (minimum === maximum) return [{ label: short(minimum), count: sorted.length }]
  const width = (maximum - minimum) / BINS
  const counts = new Array<number>(BINS).fill(0)
  for (const value of sorted) {
    const bin = Math.min(BINS - 1, Math.floor((value - minimum) / width))
    counts[bin] = (counts[bin] as number) + 1
  }
  return counts.map((count, index) => ({
    label: `${short(minimum + index * width)} – ${short(minimum + (index + 1) * width)}`,
    count,
  }))
}

export const short = (value: number) => String(Number(value.toPrecision(4)))

/** Returns the classes of a column with their counts, most frequent first. */
export function balanceOf(column: string, counts: ReadonlyMap<string, number>): Analysis['classes'][number] {
  const values = [...counts].map(([name, count]) => ({ name, count }))
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return { column, values: values.slice(0, MAX_CLASSES) }
}
