import type { Bins } from '@tessera/contract'

/** Approximate number of bins between the outer ones. */
const WANTED = 20
/**
 * Minimum share of the values in each outer bin, so that a single outlier does not press all other values into one bin.
 */
const TAIL = 0.01
const STEPS = [1, 2, 5, 10]

/** Collects many numbers, one at a time, for a histogram. */
export class Values {
  #values = new Float64Array(1024)
  #count = 0

  add(value: number) {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = value
    this.#count += 1
  }

  get count() {
    return this.#count
  }

  /** Returns a histogram whose bins have round edges. */
  bins(): Bins {
    const sorted = this.#values.subarray(0, this.#count).slice().sort()
    return countBetween(sorted, roundEdges(sorted))
  }
}

/** Bin edges for shares, which are the same for all data. */
export const SHARE_EDGES = Array.from({ length: WANTED - 1 }, (_, at) => (at + 1) / WANTED)

/** Returns the index of the bin that holds a value. A value equal to an edge belongs to the bin above it. */
export function binOf(edges: number[], value: number): number {
  const at = edges.findIndex((edge) => value < edge)
  return at < 0 ? edges.length : at
}

function roundEdges(sorted: Float64Array): number[] {
  if (sorted.length === 0) return []
  const low = sorted[Math.floor(TAIL * (sorted.length - 1))] as number
  const high = sorted[Math.ceil((1 - TAIL) * (sorted.length - 1))] as number
  const step = roundStep((high - low) / WANTED)
  if (!(step > 0)) return []
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** Returns 1, 2 or 5 times a power of ten, at least the wanted step; 0 if the wanted step is not positive. */
function roundStep(wanted: number): number {
  if (!(wanted > 0 && Number.isFinite(wanted))) return 0
  const power = 10 ** Math.floor(Math.log10(wanted))
  return (STEPS.find((step) => step * power >= wanted) ?? 10) * power
}

function countBetween(sorted: Float64Array, edges: number[]): Bins {
  const counts = edges.map(() => 0).concat(0)
  let bin = 0
  for (const value of sorted) {
    while (bin < edges.length && value >= (edges[bin] as number)) bin += 1
    counts[bin] = (counts[bin] as number) + 1
  }
  return { edges, counts }
}
