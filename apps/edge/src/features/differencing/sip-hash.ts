const scratch = new Float64Array(1)
const scratchWords = new Uint32Array(scratch.buffer)
const encoder = new TextEncoder()

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash for short inputs, computed in 32-bit halves for speed in
 * JavaScript. Without the key, an attacker cannot find out whether a hash belongs to a guessed value.
 */
export class SipHash {
  readonly #key: Uint32Array
  #bytes = new Uint8Array(256)
  #words = new Uint32Array(this.#bytes.buffer)

  /** Creates the hash. The key must have 16 bytes. */
  constructor(key: Uint8Array) {
    if (key.length !== 16) throw new Error('a SipHash key has 16 bytes')
    this.#key = new Uint32Array(Uint8Array.from(key).buffer)
  }

  /** Returns the lower 32 bits of the hash of a number. -0 hashes as 0, and all NaN values hash alike. */
  ofNumber(value: number): number {
    scratch[0] = value === 0 ? 0 : Number.isNaN(value) ? Number.NaN : value
    this.#words[0] = scratchWords[0] as number
    this.#words[1] = scratchWords[1] as number
    return this.#low(8)
  }

  ofText(text: string): number {
    // UTF-8 needs at most three bytes for each UTF-16 unit.
    if (text.length * 3 + 8 > this.#bytes.length) {
      this.#bytes = new Uint8Array(Math.ceil((text.length * 3 + 8) / 256) * 256)
      this.#words = new Uint32Array(this.#bytes.buffer)
    }
    return this.#low(encoder.encodeInto(text, this.#bytes).written)
  }

  /** Returns all 64 bits of the hash in hexadecimal. Only the published test vectors need the upper half. */
  hexOf(bytes: Uint8Array): string {
    this.#bytes.set(bytes)
    const low = this.#low(bytes.length)
    return `${this.#high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`
  }

  #high = 0

  #low(length: number): number {
    const [k0, k1, k2, k3] = this.#key as unknown as [number, number, number, number]
    let v0l = k0 ^ 0x70736575
    let v0h = k1 ^ 0x736f6d65
    let v1l = k2 ^ 0x6e646f6d
    let v1h = k3 ^ 0x646f7261
    let v2l = k0 ^ 0x6e657261
    let v2h = k1 ^ 0x6c796765
    let v3l = k2 ^ 0x79746573
    let v3h = k3 ^ 0x74656462
    const words = this.#words
    // The last block contains the remaining bytes and, in its highest byte, the length.
    this.#bytes.fill(0, length, (length & ~7) + 7)
    this.#bytes[(length & ~7) + 7] = length
    const blocks = (length >>> 3) + 1
    for (let block = 0; block <= blocks; block += 1) {
      const isEnd = block === blocks
      const ml = isEnd ? 0 : (words[block * 2] as number)
      const mh = isEnd ? 0 : (words[block * 2 + 1] as number)
      if (isEnd) v2l ^= 0xff
      v3l ^= ml
      v3h ^= mh
      for (let round = isEnd ? 4 : 2; round > 0; round -= 1) {
        let low = (v0l >>> 0) + (v1l >>> 0)
        v0h = (v0h + v1h + (low > 0xffffffff ? 1 : 0)) | 0
        v0l = low | 0
        let high = v1h
        v1h = (v1h << 13) | (v1l >>> 19)
        v1l = (v1l << 13) | (high >>> 19)
        v1l ^= v0l
        v1h ^= v0h
        high = v0h
        v0h = v0l
        v0l = high

        low = (v2l >>> 0) + (v3l >>> 0)
        v2h = (v2h + v3h + (low > 0xffffffff ? 1 : 0)) | 0
        v2l = low | 0
        high = v3h
        v3h = (v3h << 16) | (v3l >>> 16)
        v3l = (v3l << 16) | (high >>> 16)
        v3l ^= v2l
        v3h ^= v2h

        low = (v0l >>> 0) + (v3l >>> 0)
        v0h = (v0h + v3h + (low > 0xffffffff ? 1 : 0)) | 0
        v0l = low | 0
        high = v3h
        v3h = (v3h << 21) | (v3l >>> 11)
        v3l = (v3l << 21) | (high >>> 11)
        v3l ^= v0l
        v3h ^= v0h

        low = (v2l >>> 0) + (v1l >>> 0)
        v2h = (v2h + v1h + (low > 0xffffffff ? 1 : 0)) | 0
        v2l = low | 0
        high = v1h
        v1h = (v1h << 17) | (v1l >>> 15)
        v1l = (v1l << 17) | (high >>> 15)
        v1l ^= v2l
        v1h ^= v2h
        high = v2h
        v2h = v2l
        v2l = high
      }
      v0l ^= ml
      v0h ^= mh
    }
    this.#high = (v0h ^ v1h ^ v2h ^ v3h) >>> 0
    return (v0l ^ v1l ^ v2l ^ v3l) >>> 0
  }
}
