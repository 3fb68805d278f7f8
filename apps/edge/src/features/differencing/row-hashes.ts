import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSettings } from '@tessera/server'
import type { Db } from '../../db/open.ts'
import type { Duck } from '../../lib/duck.ts'
import { compareRows } from './compare.ts'
import { type HashedRows, hashRows, type RowsToHash } from './hash-rows.ts'
import { findCounted, findHashed, forgetUnused, listHashed, saveDifference, saveHashed } from './queries.ts'
import { SipHash } from './sip-hash.ts'

/**
 * Limits for the number of rows in which two tickets differ. Below `refused`, the edge refuses to sign; below
 * `confirmed`, the signer must confirm.
 */
export interface DifferenceLimits {
  refused: number
  confirmed: number
}

export interface Near {
  digest: string
  /** Number of rows in which two tickets differ. */
  rows: number
  grantId: string
}

interface Deps {
  db: Db
  duck: Duck
  dataDir: string
  limits: DifferenceLimits
}

/** A job that hashes rows and compares them. */
export interface Job {
  /** Progress of the job, from 0 to 1. */
  share: number
  rows: Promise<HashedRows>
}

const KEY_PATH = 'keys/row-hash-key'
const FOLDER = 'row-hashes'
/**
 * Number of recent jobs that are cached. A ticket is first read and then signed, and its rows should be hashed only
 * once.
 */
const MAX_KEPT = 4
/** Share of the progress that is assigned to hashing. The rest is assigned to the comparison. */
const HASHING_SHARE = 0.9

/** Keyed hashes of the rows of this edge's tickets, and the differences between these rows. */
export class RowHashes {
  readonly limits: DifferenceLimits
  readonly #deps: Deps
  readonly #hash: SipHash
  readonly #scratch: string
  readonly #folder: string
  readonly #jobs = new Map<string, Job>()
  /**
   * For each digest of rows, the digests with which the rows were compared, and the small differences that were found.
   */
  readonly #compared = new Map<string, Map<string, number>>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.limits = deps.limits
    this.#folder = join(deps.dataDir, FOLDER)
    this.#scratch = join(deps.dataDir, 'tmp', `row-hashes-${randomUUID()}`)
    this.#hash = new SipHash(openKey(deps.dataDir, this.#folder))
  }

  /** Hashes the rows of a ticket in the background, and compares them with all stored rows. */
  take(rows: RowsToHash): Job {
    const { file } = rows.dataset
    const key = JSON.stringify([file, rows.columns, rows.where])
    const known = this.#jobs.get(key)
    if (known) return known
    const job: Job = { share: 0, rows: Promise.resolve({} as HashedRows) }
    job.rows = this.#work(rows, job)
    job.rows.catch(() => this.#jobs.delete(key))
    this.#jobs.set(key, job)
    const [oldest] = this.#jobs.keys()
    if (oldest !== undefined && this.#jobs.size > MAX_KEPT) this.#forget(oldest)
    return job
  }

  async #work(rows: RowsToHash, job: Job): Promise<HashedRows> {
    const onProgress = (from: number, size: number) => (share: number) => {
      job.share = from + share * size
    }
    const hashed = await this.hash(rows, { onProgress: onProgress(0, HASHING_SHARE) })
    await this.compare(hashed, onProgress(HASHING_SHARE, 1 - HASHING_SHARE))
    return hashed
  }

  /** Hashes rows into a temporary file, which is deleted when the object is removed or at the next start. */
  hash(rows: RowsToHash, more: { onProgress?: (share: number) => void; onId?: (id: string) => void } = {}) {
    return hashRows(rows, { duck: this.#deps.duck, hash: this.#hash, folder: this.#scratch, ...more })
  }

  /** Compares rows with all stored rows with which they have not yet been compared. */
  async compare(rows: HashedRows, onProgress?: (share: number) => void) {
    const done = this.#comparedOf(rows)
    const open = this.#uncompared(rows)
    for (const [index, other] of open.entries()) {
      const found = await compareRows(rows, other, this.limits.confirmed)
      done.set(other.digest, found.difference)
      onProgress?.((index + 1) / open.length)
    }
  }

  /** Returns whether these rows have been compared with all currently stored rows. */
  isCompared = (rows: HashedRows) => this.#uncompared(rows).length === 0

  #uncompared({ digest }: HashedRows): HashedRows[] {
    const done = this.#compared.get(digest)
    return listHashed(this.#deps.db)
      .filter((other) => other.digest !== digest && !done?.has(other.digest))
      .map((other) => ({ ...other, file: this.#fileOf(other.digest) }))
      .filter(({ file }) => existsSync(file))
  }

  /**
   * Lists the sets of rows that differ from the given rows in only a few rows, smallest difference first. Each is
   * returned with its newest ticket that is compared with new ones.
   */
  near({ digest }: HashedRows): Near[] {
    return this.#few(digest)
      .flatMap((one) => {
        const grantId = findCounted(this.#deps.db, one.digest)
        return grantId === undefined ? [] : [{ ...one, grantId }]
      })
      .sort((one, other) => one.rows - other.rows)
  }

  /** Moves the hash file of a ticket's rows to its permanent place. Must be called before the ticket is saved. */
  async storeFile(rows: HashedRows) {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await link(rows.file, this.#fileOf(rows.digest)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** Stores the hashes and their differences in the database. Must run in the transaction that saves the ticket. */
  save(rows: HashedRows) {
    saveHashed(this.#deps.db, rows)
    for (const near of this.#few(rows.digest)) saveDifference(this.#deps.db, rows.digest, near.digest, near.rows)
  }

  stored(digest: string): HashedRows | undefined {
    const found = findHashed(this.#deps.db, digest)
    return found && { ...found, file: this.#fileOf(digest) }
  }

  /** Removes the hashes of tickets under which no run began and none can begin any more. */
  async removeUnused() {
    for (const digest of forgetUnused(this.#deps.db)) {
      this.#compared.delete(digest)
      for (const done of this.#compared.values()) done.delete(digest)
      await rm(this.#fileOf(digest), { force: true })
    }
  }

  #fileOf = (digest: string) => join(this.#folder, digest)

  #comparedOf({ digest }: HashedRows): Map<string, number> {
    const known = this.#compared.get(digest)
    if (known) return known
    const made = new Map<string, number>()
    this.#compared.set(digest, made)
    return made
  }

  #few = (digest: string) =>
    [...(this.#compared.get(digest) ?? [])]
      .filter(([, rows]) => rows > 0 && rows < this.limits.confirmed)
      .map(([other, rows]) => ({ digest: other, rows }))

  #forget(key: string) {
    const job = this.#jobs.get(key)
    this.#jobs.delete(key)
    job?.rows.then(({ file }) => rm(file, { force: true })).catch(() => {})
  }
}

/**
 * Reads the key of the row hashes, or creates it at the first start. Stored hashes cannot be used with another key, so
 * a missing key is an error.
 */
function openKey(dataDir: string, folder: string): Uint8Array {
  const path = join(dataDir, KEY_PATH)
  if (existsSync(path)) {
    chmodSync(path, 0o600)
    const text = readFileSync(path, 'utf8').trim()
    if (/^[0-9a-f]{32}$/.test(text)) return Buffer.from(text, 'hex')
    throw new BadSettings(`${path} is no key of row hashes: it was damaged. Put the copy back that a backup has.`)
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BadSettings(
      `${path} is missing: without it new tickets cannot be compared with earlier runs. Put the copy back that a backup has, or remove the folder ${folder}; then earlier runs are compared no longer.`,
    )
  }
  const key = randomBytes(16)
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  rmSync(folder, { recursive: true, force: true })
  return key
}
