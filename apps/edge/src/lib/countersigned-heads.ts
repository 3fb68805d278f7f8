import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { KnownHead } from '@tessera/contract'
import { countersignedPath } from './decision-log.ts'

/** Size and hash of the file so far, as noted in the decision log. The note is evidence if someone empties the file. */
export interface CountersignedState {
  lines: number
  sha256: string
}

/**
 * Log heads that others signed, one per line: heads of this edge's log, signed by the platform and other edges, and
 * heads of other logs, signed by their owners.
 * Each is evidence against an owner who rewrites the log.
 */
export class CountersignedHeads {
  readonly #file: number
  readonly #now: () => Date
  readonly #hash = createHash('sha256')
  /** Last stored signature, by log and signer. */
  readonly #last = new Map<string, string>()
  #lines = 0
  #size: number

  constructor(dataDir: string, now: () => Date) {
    const path = countersignedPath(dataDir)
    this.#now = now
    this.#file = openSync(path, 'a+', 0o600)
    const bytes = readFileSync(path)
    // An incomplete line after a crash is not evidence, so it is removed.
    this.#size = bytes.lastIndexOf(0x0a) + 1
    if (this.#size < statSync(path).size) ftruncateSync(this.#file, this.#size)
    const whole = bytes.subarray(0, this.#size).toString('utf8')
    for (const line of whole.split('\n').slice(0, -1)) this.#count(line)
  }

  /** Returns false if the head is stored already. */
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
   * Flushes the file before its state is returned, because the log must not refer to data that a power cut can destroy.
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
