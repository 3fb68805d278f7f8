import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { KnownHead } from '@tessera/contract'
import { countersignedPath } from './decision-log.ts'

/**
 * Size and hash of the file at a point in time, as recorded in the decision log. The record is evidence if someone
 * deletes lines of the file.
 */
export interface CountersignedState {
  lines: number
  sha256: string
}

/**
 * File of signed log heads, one per line: heads of this edge's log, signed by the platform and other edges, and heads
 * of other logs, signed by their owners. Each head is evidence if the owner of the log rewrites it.
 */
export class CountersignedHeads {
  readonly #file: number
  readonly #now: () => Date
  readonly #hash = createHash('sha256')
  /** The last stored signature for each log and signer. */
  readonly #last = new Map<string, string>()
  #lines = 0
  #size: number

  constructor(dataDir: string, now: () => Date) {
    const path = countersignedPath(dataDir)
    this.#now = now
    this.#file = openSync(path, 'a+', 0o600)
    const bytes = readFileSync(path)
    // A line that a crash left incomplete is not evidence, so it is removed.
    this.#size = bytes.lastIndexOf(0x0a) + 1
    if (this.#size < statSync(path).size) ftruncateSync(this.#file, this.#size)
    const whole = bytes.subarray(0, this.#size).toString('utf8')
    for (const line of whole.split('\n').slice(0, -1)) this.#count(line)
  }

  /** Stores a signed head. Returns false if the head is already stored. */
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

  /**
   * Returns the state of the file after flushing it to disk, because the log must not refer to data that a power cut
   * can destroy.
   */
  durable(): CountersignedState {
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
