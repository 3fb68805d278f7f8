const BUCKETS = 64
/**
 * Number of bits used to estimate the number of distinct values. The estimate cannot exceed about eight times this
 * number.
 */
const BITS = 8_192

export const SKETCH_WORDS = 1 + 2 * BUCKETS

/**
 * Sketch of a multiset of hashes: the count and the sum per bucket. Two multisets differ at least as much as their
 * sketches.
 */
export class Sketch {
  readonly counts: Uint32Array<ArrayBuffer>
  readonly sums: Uint32Array<ArrayBuffer>
  readonly #seen = new Uint8Array(BITS / 8)
  #distinct: number | undefined

  constructor(counts = new Uint32Array(BUCKETS), sums = new Uint32Array(BUCKETS)) {
    this.counts = counts
    this.sums = sums
  }

  static of(words: Uint32Array<ArrayBuffer>): Sketch {
    const sketch = new Sketch(words.subarray(1, 1 + BUCKETS), words.subarray(1 + BUCKETS))
    sketch.#distinct = words[0]
    return sketch
  }

  add(hashes: Uint32Array) {
    for (const hash of hashes) {
      const bucket = hash % BUCKETS
      this.counts[bucket] = (this.counts[bucket] as number) + 1
      this.sums[bucket] = (this.sums[bucket] as number) + hash
      const bit = (hash >>> 6) % BITS
      this.#seen[bit >>> 3] = (this.#seen[bit >>> 3] as number) | (1 << (bit & 7))
    }
  }

  /** Estimates the number of distinct values by linear counting. A result of 1 is exact. */
  get distinct(): number {
    this.#distinct ??= estimate(this.#seen)
    return this.#distinct
  }

  toBytes(): Uint8Array {
    return new Uint8Array(Uint32Array.from([this.distinct, ...this.counts, ...this.sums]).buffer)
  }
}

function estimate(seen: Uint8Array): number {
  let set = 0
  for (const byte of seen) for (let bits = byte; bits > 0; bits &= bits - 1) set += 1
  const empty = Math.max(BITS - set, 1)
  return Math.round(-BITS * Math.log(empty / BITS))
}

/** Returns a lower bound of the number of members in which two multisets differ, from their sketches. */
export function leastDifference(one: Sketch, other: Sketch): number {
  let least = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const count = Math.abs((one.counts[bucket] as number) - (other.counts[bucket] as number))
    least += count > 0 ? count : one.sums[bucket] === other.sums[bucket] ? 0 : 2
  }
  return least
}

/** One 64-bit key per row, computed from the cells of all columns added so far. */
export interface RowKeys {
  low: Uint32Array
  high: Uint32Array
}

/** Adds the cells of another column to the keys of all rows. */
export function combine({ low, high }: RowKeys, cells: Uint32Array) {
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row] as number
    let mixed = Math.imul((low[row] as number) ^ cell, 0x9e3779b1)
    mixed ^= mixed >>> 15
    let carried = Math.imul((high[row] as number) + cell, 0x85ebca6b) ^ mixed
    carried = Math.imul(carried ^ (carried >>> 13), 0xc2b2ae35)
    low[row] = mixed
    high[row] = carried
  }
}

const KEY_BUCKETS = 4_096

/**
 * Returns the size of the symmetric difference of two multisets of keys, but at most `limit`. Only buckets that differ
 * are examined, so the keys need not be sorted.
 */
export function differenceOf(one: RowKeys, other: RowKeys, limit: number): number {
  const counts = new Int32Array(KEY_BUCKETS)
  const sums = new Int32Array(KEY_BUCKETS)
  addUp(one, counts, sums, 1)
  addUp(other, counts, sums, -1)
  const isOpen = new Uint8Array(KEY_BUCKETS)
  let least = 0
  for (let bucket = 0; bucket < KEY_BUCKETS; bucket += 1) {
    const count = Math.abs(counts[bucket] as number)
    if (count === 0 && sums[bucket] === 0) continue
    isOpen[bucket] = 1
    least += count > 0 ? count : 2
    if (least >= limit) return limit
  }
  if (least === 0) return 0
  const left = new Map<number, number>()
  countIn(one, isOpen, left, 1)
  countIn(other, isOpen, left, -1)
  let difference = 0
  for (const count of left.values()) difference += Math.abs(count)
  return Math.min(difference, limit)
}

function addUp({ low, high }: RowKeys, counts: Int32Array, sums: Int32Array, sign: 1 | -1) {
  for (let row = 0; row < low.length; row += 1) {
    const key = low[row] as number
    const bucket = (high[row] as number) % KEY_BUCKETS
    counts[bucket] = (counts[bucket] as number) + sign
    sums[bucket] = (sums[bucket] as number) + sign * (key ^ (key >>> 16))
  }
}

function countIn(keys: RowKeys, isOpen: Uint8Array, left: Map<number, number>, sign: 1 | -1) {
  for (let row = 0; row < keys.low.length; row += 1) {
    if (isOpen[(keys.high[row] as number) % KEY_BUCKETS] === 0) continue
    const key = keyOf(keys, row)
    left.set(key, (left.get(key) ?? 0) + sign)
  }
}

/** Returns the key of a row as one number. 53 bits are enough to distinguish rows. */
export const keyOf = ({ low, high }: RowKeys, row: number): number =>
  ((high[row] as number) & 0x1fffff) * 2 ** 32 + (low[row] as number)

/** Estimates the number of distinct row keys by means of a sketch. */
export function distinctIn({ low }: RowKeys): number {
  const sketch = new Sketch()
  sketch.add(low)
  return sketch.distinct
}
