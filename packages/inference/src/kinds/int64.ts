/**
 * 64-bit integers from 0 to 2^32, for a graph that accepts no other type. Creating a BigInt for each would take most of
 * the encoding time.
 */
export class Int64Numbers {
  readonly length: number
  readonly #halves: Uint32Array

  constructor(length: number) {
    this.length = length
    this.#halves = new Uint32Array(2 * length)
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#halves.buffer)
  }

  /** The lower half comes first: every platform on which onnxruntime runs here is little-endian. */
  set(at: number, value: number) {
    this.#halves[2 * at] = value
  }
}
