import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { KnownHead } from '@tessera/contract'
import { countersignedPath } from './decision-log.ts'

/** How much of the file there is, as the log of decisions notes it: whoever empties the file has that against them. */
export interface KeptSoFar {
  lines: number
  sha256: string
}

/**
 * Heads that others signed, a line each: of this edge's log, by the platform and by other edges; of the platform's log and of
 * other edges', by their owners. Each is proof against whoever rewrites the log it is of.
 */
export class KeptHeads {
  readonly #file: number
  readonly #now: () => Date
  readonly #hash = createHash('sha256')
  /** Signatures last kept, by whose log and who signed. */
  readonly #last = new Map<string, string>()
  #lines = 0
  #size: number

  constructor(dataDir: string, now: () => Date) {
    const path = countersignedPath(dataDir)
    this.#now = now
    this.#file = openSync(path, 'a+', 0o600)
    const bytes = readFileSync(path)
    // Half a line after a crash proves nothing.
    this.#size = bytes.lastIndexOf(0x0a) + 1
    if (this.#size < statSync(path).size) ftruncateSync(this.#file, this.#size)
    const whole = bytes.subarray(0, this.#size).toString('utf8')
    for (const line of whole.split('\n').slice(0, -1)) this.#count(line)
  }

  /** False where it is kept already. */
  keep({ of, by, key, head, signature }: KnownHead): boolean {
    if (this.#last.get(`${of} ${by}`) === signature) return false
    const line = JSON.stringify({ time: this.#now().toISOString(), of, by, key, head, signature })
    const bytes = Buffer.from(`${line}\n`)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    } catch (error) {
      ftruncateSync(this.#file, this.#size)
      throw error
    }
    this.#size += bytes.length
    this.#count(line)
    return true
  }

  /** On disk, all of it: the log must not name what a power cut takes. */
  durable(): KeptSoFar {
    fsyncSync(this.#file)
    return { lines: this.#lines, sha256: this.#hash.copy().digest('hex') }
  }

  close() {
    closeSync(this.#file)
  }

  #count(line: string) {
    this.#lines += 1
    this.#hash.update(`${line}\n`)
    const { of, by, signature } = parsed(line)
    if (of && by && signature) this.#last.set(`${of} ${by}`, signature)
  }
}

function parsed(line: string): Partial<KnownHead> {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
