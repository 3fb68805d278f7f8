import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const NEWLINE = 0x0a

export interface LogLimits {
  /** Bytes of one file; a line that is begun is finished in it. */
  maxBytes: number
  /** Files in all: the one being written and the older ones, `.1` the newest of them. */
  files: number
}

/** What the processes we start may fill at most: 50 MB each. */
export const LOG_LIMITS: LogLimits = { maxBytes: 10 * 1024 * 1024, files: 5 }

/** A log file that makes room for itself: a full one is set aside, and the oldest goes. */
export class LogFile {
  readonly #path: string
  readonly #limits: LogLimits
  #file: number
  #size: number

  constructor(path: string, limits: LogLimits = LOG_LIMITS) {
    this.#path = path
    this.#limits = limits
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#file = openSync(path, 'a', 0o600)
    this.#size = fstatSync(this.#file).size
  }

  /** A disk that takes nothing more costs lines of a log, and nothing else. */
  write(bytes: Buffer) {
    try {
      for (const part of this.#parts(bytes)) this.#append(part)
    } catch {
      // There is nowhere left to say so.
    }
  }

  close() {
    closeSync(this.#file)
  }

  /** Cut behind the line with which a file becomes full. */
  *#parts(bytes: Buffer): Generator<Buffer> {
    let rest = bytes
    while (rest.length > 0) {
      const room = Math.max(0, this.#limits.maxBytes - this.#size - 1)
      const end = rest.length > room ? rest.indexOf(NEWLINE, room) + 1 : 0
      const part = end > 0 ? rest.subarray(0, end) : rest
      yield part
      rest = rest.subarray(part.length)
      if (end > 0) this.#rotate()
    }
  }

  #append(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    this.#size += bytes.length
  }

  #rotate() {
    const { files } = this.#limits
    const named = (index: number) => (index === 0 ? this.#path : `${this.#path}.${index}`)
    rmSync(named(files - 1), { force: true })
    for (let index = files - 2; index >= 0; index -= 1) {
      try {
        renameSync(named(index), named(index + 1))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    const full = this.#file
    this.#file = openSync(this.#path, 'a', 0o600)
    closeSync(full)
    this.#size = 0
  }
}

const HAS_TIME = /^\d{4}-\d\d-\d\dT/

/** Lines without what colours them on a screen, each with when it came, unless it says that itself. */
export function stamped(bytes: Buffer, now: Date): Buffer {
  const lines = stripVTControlCharacters(bytes.toString()).split('\n')
  const end = lines.at(-1) === '' ? lines.pop() : undefined
  const told = lines.map((line) => (HAS_TIME.test(line) ? line : `${now.toISOString()} ${line}`))
  return Buffer.from([...told, ...(end === undefined ? [] : [end])].join('\n'))
}

/** Longer ones are passed on in pieces. */
const LINE_MAX_BYTES = 64 * 1024

/** Passes on whole lines: of two pipes into one file, neither cuts into a line of the other. */
export class WholeLines {
  readonly #pass: (bytes: Buffer) => void
  #begun: Buffer = Buffer.alloc(0)

  constructor(pass: (bytes: Buffer) => void) {
    this.#pass = pass
  }

  take(bytes: Buffer) {
    const all = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes])
    const whole = all.lastIndexOf(NEWLINE) + 1 || (all.length > LINE_MAX_BYTES ? all.length : 0)
    if (whole > 0) this.#pass(all.subarray(0, whole))
    this.#begun = all.subarray(whole)
  }

  /** What ends without a newline. */
  end() {
    if (this.#begun.length > 0) this.#pass(this.#begun)
    this.#begun = Buffer.alloc(0)
  }
}
