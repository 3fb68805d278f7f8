import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duck } from '../../lib/duck.ts'
import { ident, literal } from '../../lib/duck.ts'
import { requireSpace } from '../../lib/files.ts'

/** DuckDB's own name for where a row stands in its file. */
export const ROW_NUMBER = 'file_row_number'
export const numbered = (file: string) => `read_parquet(${literal(file)}, ${ROW_NUMBER} = true)`

/** Which rows of a file, and in which order. */
export interface Wanted {
  file: string
  rowCount: number
  /** In SQL; all must hold. */
  conditions: string[]
  sort: { column: string; isDescending: boolean } | undefined
}

export interface Numbers {
  total: number
  /** Where the page's rows stand in the file, in the page's order. */
  numbers: number[]
}

/** Up to here the first rows are kept at hand while looking, which costs one look at the column; beyond, all are put in order. */
const NEAR = 5_000
const MOST_KEPT = 8
const BYTES_A_ROW = 8

/**
 * Finds the rows of a page that is sorted or filtered. Only row numbers are put in order, and the order of a filter or of a
 * deep page is kept in a file of its own, so that the next page is near whatever its number and memory stays small. The
 * newest few are kept, in the folder that is emptied at start.
 */
export class RowOrders {
  readonly #duck: Duck
  readonly #folder: string
  readonly #kept = new Map<string, Promise<{ path: string; total: number }>>()

  constructor(duck: Duck, dataDir: string) {
    this.#duck = duck
    this.#folder = join(dataDir, 'tmp', `orders-${randomUUID()}`)
  }

  async page(wanted: Wanted, offset: number, size: number): Promise<Numbers> {
    const key = JSON.stringify(wanted)
    const isKept = this.#kept.has(key)
    if (!isKept && wanted.sort && wanted.conditions.length === 0 && offset + size <= NEAR) {
      return { total: wanted.rowCount, numbers: await this.#firstOf(wanted, offset, size) }
    }
    if (!isKept && wanted.sort && offset === 0) return this.#firstOfSome(wanted, size)
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

  /** Rows that hold are counted in the same look at the file. */
  async #firstOfSome(wanted: Wanted, size: number): Promise<Numbers> {
    const column = ident(wanted.sort?.column ?? ROW_NUMBER)
    const found = await this.#duck.rows(
      `WITH held AS MATERIALIZED (SELECT ${ROW_NUMBER}, ${column} FROM ${numbered(wanted.file)} ${whereOf(wanted)})
       SELECT ${ROW_NUMBER} AS n, (SELECT count(*) FROM held) AS total FROM held ${orderOf(wanted)} LIMIT ${size}`,
    )
    return { total: Number(found[0]?.total ?? 0), numbers: found.map(({ n }) => Number(n)) }
  }

  #keep(key: string, wanted: Wanted): Promise<{ path: string; total: number }> {
    const kept = this.#kept.get(key) ?? this.#write(wanted)
    // The one asked for last is the last to go.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#forget(oldest)
    return kept
  }

  #forget(key: string) {
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    kept?.then(({ path }) => rm(path, { force: true })).catch(() => {})
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

/** Missing values last, whichever way; what is equal stays in the file's order. A name alone could mean what is selected. */
const orderOf = ({ sort }: Wanted) =>
  sort ? `ORDER BY held.${ident(sort.column)} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST, held.${ROW_NUMBER}` : ''
