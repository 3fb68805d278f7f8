import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LogHead } from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry } from '@tessera/server'

export type DecisionKind =
  | 'enrolled'
  | 'dataset-saved'
  | 'dataset-unlisted'
  | 'dataset-deleted'
  | 'dataset-brought-back'
  | 'dataset-erased'
  | 'rows-offered'
  | 'classes-named'
  | 'columns-apart'
  | 'names-confirmed'
  | 'ticket-signed'
  | 'ticket-withdrawn'
  | 'member-added'
  | 'member-removed'
  | 'member-changed'
  | 'handed-over'
  | 'address-kept'
  | 'address-confirmed'
  | 'session-opened'
  | 'session-shared'
  | 'session-ended'
  | 'factor-set'
  | 'factor-reset'
  | 'factor-refused'
  | 'refused'
  | 'run'
  | 'run-ended'
  | 'run-stopped'
  | 'result-kept'
  | 'result-shared'
  | 'result-deleted'
  | 'read'
  | 'result-read'
  | 'model-accepted'
  | 'model-refused'
  | 'inference'
  | 'platform-head'
  | 'shut-out'
  | 'let-in-again'
  | 'restored'

export const logFolder = (dataDir: string) => join(dataDir, 'log')
export const decisionLogPath = (dataDir: string) => decisionsIn(logFolder(dataDir))
export const countersignedPath = (dataDir: string) => countersignedIn(logFolder(dataDir))
export const platformKeysPath = (dataDir: string) => platformKeysIn(logFolder(dataDir))
/** Returns the paths of the log files in a copy of the log folder. */
export const decisionsIn = (folder: string) => join(folder, 'decisions.jsonl')
export const countersignedIn = (folder: string) => join(folder, 'countersigned.jsonl')
export const platformKeysIn = (folder: string) => join(folder, 'platform-keys.json')

/** Returns the platform's public keys, old and new, as this edge received them. */
export function keptPlatformKeys(dataDir: string): object[] {
  const path = platformKeysPath(dataDir)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).keys : []
}

/**
 * The log of the edge's decisions, one per line. Every line contains the hash of the previous line. An entry is written
 * to disk before the decision takes effect, and entries are never rewritten.
 */
export class DecisionLog {
  readonly #path: string
  readonly #file: number
  readonly #now: () => Date
  #head: LogHead
  #size: number
  #isDirty = false

  constructor(dataDir: string, now: () => Date = () => new Date()) {
    mkdirSync(join(dataDir, 'log'), { recursive: true, mode: 0o700 })
    const path = decisionLogPath(dataDir)
    this.#now = now
    this.#path = path
    this.#file = openSync(path, 'a+', 0o600)
    this.#head = this.#readHead(statSync(path).size)
    this.#size = statSync(path).size
  }

  get head(): LogHead {
    return this.#head
  }

  append(kind: DecisionKind, data: Record<string, unknown>) {
    const entry = nextEntry(this.#head, kind, data, this.#now())
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    try {
      writeWhole(this.#file, line)
      this.#isDirty = true
      // Reading a page of rows is logged without waiting for the disk, because waiting would delay every page.
      if (kind !== 'read') this.durableHead()
    } catch (error) {
      // Removes a partially written entry, because the next entry could not follow it.
      ftruncateSync(this.#file, this.#size)
      throw error
    }
    this.#size += line.length
    this.#head = { seq: entry.seq, hash: entry.hash }
  }

  /**
   * Returns the head of the log after flushing the log to disk. If a head that others know were lost in a power cut,
   * the log would look truncated.
   */
  durableHead(): LogHead {
    if (this.#isDirty) fsyncSync(this.#file)
    this.#isDirty = false
    return this.#head
  }

  /** Returns the log entries of one kind, oldest first. */
  entries(kind: DecisionKind): ChainEntry[] {
    const lines = readLines(this.#path).filter((line) => line.includes(`"kind":"${kind}"`))
    return lines.map((line) => JSON.parse(line) as ChainEntry).filter((entry) => entry.kind === kind)
  }

  close() {
    closeSync(this.#file)
  }

  /**
   * Returns the head of the last complete line. A line that a crash left incomplete was never confirmed, so it is
   * removed.
   */
  #readHead(size: number): LogHead {
    const start = Math.max(0, size - 1024 * 1024)
    const tail = Buffer.alloc(size - start)
    readSync(this.#file, tail, 0, tail.length, start)
    const end = tail.lastIndexOf(0x0a)
    if (end + 1 < tail.length) ftruncateSync(this.#file, start + end + 1)
    if (end < 0) return CHAIN_START
    const line = tail.subarray(tail.lastIndexOf(0x0a, end - 1) + 1, end).toString('utf8')
    const { seq, hash } = JSON.parse(line) as ChainEntry
    return { seq, hash }
  }
}

/**
 * Writes all bytes. A nearly full disk writes a part without an error, and reports an error only for the remaining
 * bytes.
 */
function writeWhole(file: number, bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

export const readLines = (path: string) =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
