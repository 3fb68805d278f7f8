import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const NEWLINE = 0x0a

export interface LogLimits {
  /** Maximum size of a file in bytes. A line that has begun is completed in the same file. */
  maxBytes: number
  /** Maximum number of files: the current one and older ones, of which `.1` is the newest. */
  files: number
}

/** Limits for the log of each process that Tessera starts: 50 MB in total. */
export const LOG_LIMITS: LogLimits = { maxBytes: 10 * 1024 * 1024, files: 5 }

/** A log file that is rotated: when it is full, it is renamed, and the oldest file is deleted. */
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

  /** Writes to the log. If the disk is full, lines are lost, but no error is thrown. */
  write(bytes: Buffer) {
    try {
      for (const part of this.#parts(bytes)) this.#append(part)
    } catch {
      // The error is ignored: the log itself cannot be written, so there is no place to report it.
    }
  }

  close() {
    closeSync(this.#file)
  }

  /** Splits the bytes after the line with which the file becomes full. */
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

/** Returns lines without terminal colours. Each line that does not begin with a time gets the time of its arrival. */
export function stamped(bytes: Buffer, now: Date): Buffer {
  const lines = stripVTControlCharacters(bytes.toString()).split('\n')
  const end = lines.at(-1) === '' ? lines.pop() : undefined
  const stampedLines = lines.map((line) => (HAS_TIME.test(line) ? line : `${now.toISOString()} ${line}`))
  return Buffer.from([...stampedLines, ...(end === undefined ? [] : [end])].join('\n'))
}

/** Maximum length of a line in bytes. Longer lines are passed on in pieces. */
const LINE_MAX_BYTES = 64 * 1024

/** Passes on only whole lines, so that two pipes into one file do not mix their lines. */
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

  /** Passes on the last line, which may have no newline. */
  end() {
    if (this.#begun.length > 0) this.#pass(this.#begun)
    this.#begun = Buffer.alloc(0)
  }
}
