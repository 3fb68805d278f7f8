import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duck } from '../../lib/duck.ts'
import { ident, literal } from '../../lib/duck.ts'
import { requireSpace } from '../../lib/files.ts'

/** DuckDB's name for the position of a row in its file. */
export const ROW_NUMBER = 'file_row_number'
export const numbered = (file: string) => `read_parquet(${literal(file)}, ${ROW_NUMBER} = true)`

/** The rows of a file to read, and their order. */
export interface Wanted {
  file: string
  rowCount: number
  /** SQL conditions, combined with AND. */
  conditions: string[]
  sort: { column: string; isDescending: boolean } | undefined
}

export interface Numbers {
  total: number
  /** Positions of the page's rows in the file, in the order of the page. */
  numbers: number[]
}

/**
 * Maximum offset for which a top-N query finds the rows in one pass over the column. For larger offsets, all rows are
 * sorted.
 */
const NEAR = 5_000
const MAX_KEPT = 8
const BYTES_A_ROW = 8

/**
 * Finds the rows of a page that is sorted or filtered. Only row numbers are sorted. The order of a filtered page or of
 * one with a large offset is stored in a file, so that the next page is fast at any offset and memory use stays small.
 * The newest files are stored in a folder that each start empties.
 */
export class RowOrders {
  readonly #duck: Duck
  readonly #folder: string
  readonly #orders = new Map<string, Promise<{ path: string; total: number }>>()

  constructor(duck: Duck, dataDir: string) {
    this.#duck = duck
    this.#folder = join(dataDir, 'tmp', `orders-${randomUUID()}`)
  }

  async page(wanted: Wanted, offset: number, size: number): Promise<Numbers> {
    const key = JSON.stringify(wanted)
    const isStored = this.#orders.has(key)
    if (!isStored && wanted.sort && wanted.conditions.length === 0 && offset + size <= NEAR) {
      return { total: wanted.rowCount, numbers: await this.#firstOf(wanted, offset, size) }
    }
    if (!isStored && wanted.sort && offset === 0) return this.#firstOfSome(wanted, size)
    const { path, total } = await this.#keep(key, wanted)
    const found = await this.#duck.rows(
      `SELECT n FROM ${numbered(path)} WHERE ${ROW_NUMBER} >= ${offset} AND ${ROW_NUMBER} < ${offset + size}`,
    )
    return { total, numbers: found.map(({ n }) => Number(n)) }
  }

  async #firstOf(wanted: Wanted, offset: number, size: number): Promise<number[]> {
    const found = await this.#duck.rows(
      `SELECT ${ROW_NUMBER} AS n FROM ${numbered(wanted.file)} AS held ${orderOf(wanted)} LIMIT ${size} OFFSET ${offset}`,
    )
    return found.map(({ n }) => Number(n))
  }

  /** Returns the first matching rows, and counts all matching rows in the same pass. */
  async #firstOfSome(wanted: Wanted, size: number): Promise<Numbers> {
    const column = ident(wanted.sort?.column ?? ROW_NUMBER)
    const found = await this.#duck.rows(
      `WITH held AS MATERIALIZED (SELECT ${ROW_NUMBER}, ${column} FROM ${numbered(wanted.file)} ${whereOf(wanted)})
       SELECT ${ROW_NUMBER} AS n, (SELECT count(*) FROM held) AS total FROM held ${orderOf(wanted)} LIMIT ${size}`,
    )
    return { total: Number(found[0]?.total ?? 0), numbers: found.map(({ n }) => Number(n)) }
  }

  #keep(key: string, wanted: Wanted): Promise<{ path: string; total: number }> {
    const order = this.#orders.get(key) ?? this.#write(wanted)
    // Moves the entry to the end of the map. The least recently used entry is at the front and is removed first.
    this.#orders.delete(key)
    this.#orders.set(key, order)
    order.catch(() => this.#orders.delete(key))
    const [oldest] = this.#orders.keys()
    if (oldest !== undefined && this.#orders.size > MAX_KEPT) this.#forget(oldest)
    return order
  }

  #forget(key: string) {
    const order = this.#orders.get(key)
    this.#orders.delete(key)
    order?.then(({ path }) => rm(path, { force: true })).catch(() => {})
  }

  async #write(wanted: Wanted): Promise<{ path: string; total: number }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await requireSpace(this.#folder, wanted.rowCount * BYTES_A_ROW)
    const path = join(this.#folder, `${randomUUID()}.parquet`)
    const select = `SELECT ${ROW_NUMBER} AS n FROM ${numbered(wanted.file)} AS held ${whereOf(wanted)} ${orderOf(wanted)}`
    try {
      const { Count } = await this.#duck.row(`COPY (${select}) TO ${literal(path)} (FORMAT parquet)`)
      return { path, total: Number(Count) }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
}

const whereOf = ({ conditions }: Wanted) => (conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`)

/**
 * ORDER BY clause: missing values come last in both directions, and equal values in the order of the file. The
 * qualified name cannot refer to a selected alias.
 */
const orderOf = ({ sort }: Wanted) =>
  sort ? `ORDER BY held.${ident(sort.column)} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST, held.${ROW_NUMBER}` : ''
