/** Numbers of 64 bits from 0 up to 2^32, for a graph that takes no others: a BigInt for each takes most of an encoding's time. */
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

  /** The lower half comes first, as in all that onnxruntime runs on here. */
  set(at: number, value: number) {
    this.#halves[2 * at] = value
  }
}
