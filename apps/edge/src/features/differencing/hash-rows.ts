import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { dataKindOf, PICTURE_COLUMN } from '@tessera/contract'
import { ROW_ID } from '../../kinds/index.ts'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { requireSpace } from '../../lib/files.ts'
import type { StoredDataset } from '../rows/index.ts'
import type { SipHash } from './sip-hash.ts'
import { combine, SKETCH_WORDS, Sketch } from './sketch.ts'

/**
 * The rows of a ticket as keyed hashes. The file contains a sketch of each column, and then 32 bits per cell, column by
 * column.
 */
export interface HashedRows {
  /** Digest of the set of rows. It does not depend on the order of the rows. */
  digest: string
  rowCount: number
  columns: string[]
  file: string
}

/** The rows of a dataset that a consent ticket covers. */
export interface RowsToHash {
  dataset: Pick<StoredDataset, 'contentType' | 'columnTypes' | 'file' | 'media'>
  columns: string[]
  /** SQL condition that selects the rows. */
  where: string
}

interface Options {
  duck: Duck
  hash: SipHash
  folder: string
  onProgress?: (share: number) => void
  /** Callback with the id of each row, in the order of the rows in the file. */
  onId?: (id: string) => void
}

/** Number of rows per written block. Writing in blocks limits the memory used. */
const BLOCK_ROWS = 8_192
const WORD_BYTES = 4
/** Maximum number of distinct texts per column whose hashes are cached. */
const MAX_REMEMBERED = 4_096

export const bytesOf = (rowCount: number, columns: number) => (SKETCH_WORDS + rowCount) * columns * WORD_BYTES

/**
 * Writes the hashes of the cells of rows, column by column, to a new file in a folder. A number and a text with the
 * same digits have the same hash, so that the same rows are recognised in another upload.
 */
export async function hashRows(of: RowsToHash, options: Options): Promise<HashedRows> {
  const { duck, folder, onProgress, onId } = options
  const { dataset, where } = of
  const isPictures = dataset.media !== null && dataKindOf(dataset.contentType).hasPictures
  const cells = of.columns.map((name) => cellOf(name, dataset))
  const selected = [...cells, ...(isPictures ? ['file'] : []), ...(onId ? [`CAST(${ident(ROW_ID)} AS VARCHAR)`] : [])]
  const columns = isPictures ? [...of.columns, PICTURE_COLUMN] : of.columns
  const from = `FROM ${parquet(dataset.file)} WHERE ${where}`
  const rowCount = Number((await duck.row(`SELECT count(*) AS rows ${from}`)).rows)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await requireSpace(folder, bytesOf(rowCount, columns.length))

  const file = join(folder, randomUUID())
  const handle = await open(file, 'wx', 0o600)
  try {
    const writer = new BlockWriter(handle, rowCount, columns.length)
    const hashCells = columns.map((name) =>
      isPictures && name === PICTURE_COLUMN
        ? hashPictures(options.hash, String(dataset.media))
        : hashValues(options.hash),
    )
    let done = 0
    for await (const chunk of duck.chunks(`SELECT ${selected.join(', ')} ${from}`)) {
      await writer.add(await hashChunk(chunk, hashCells))
      if (onId) for (const id of chunk.getColumnValues(columns.length)) onId(String(id))
      done += chunk.rowCount
      onProgress?.(done / rowCount)
    }
    if (done !== rowCount) throw new Error(`${done} of ${rowCount} rows were hashed`)
    return { digest: await writer.end(columns), rowCount, columns, file }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Casts numbers to doubles, as training reads them, and all other values to text. */
function cellOf(name: string, { columnTypes }: RowsToHash['dataset']): string {
  const type = columnTypes[name]
  const cell = type === 'boolean' ? `CAST(${ident(name)} AS TINYINT)` : ident(name)
  return `CAST(${cell} AS ${type === 'number' || type === 'integer' || type === 'boolean' ? 'DOUBLE' : 'VARCHAR'})`
}

type HashCells = (values: readonly unknown[]) => Promise<Uint32Array> | Uint32Array

async function hashChunk(chunk: DuckDBDataChunk, hashCells: HashCells[]): Promise<Uint32Array[]> {
  const hashed: Uint32Array[] = []
  for (const [index, hash] of hashCells.entries()) {
    hashed.push(await hash(chunk.getColumnValues(index)))
    // Pause, so that the process can serve other requests.
    await setImmediate()
  }
  return hashed
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function hashValues(hash: SipHash): HashCells {
  const nothing = hash.ofText('')
  const known = new Map<string, number>()
  const ofText = (text: string) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const trimmed = text.trim()
    const hashed = NUMBER.test(trimmed) ? hash.ofNumber(Number(trimmed)) : hash.ofText(trimmed)
    if (known.size < MAX_REMEMBERED) known.set(text, hashed)
    return hashed
  }
  return (values) =>
    Uint32Array.from(values, (value) =>
      typeof value === 'number' ? hash.ofNumber(value) : typeof value === 'string' ? ofText(value) : nothing,
    )
}

/** Hashes a picture by the bytes of its file. The file name does not matter. */
function hashPictures(hash: SipHash, media: string): HashCells {
  return async (files) => {
    const hashed = new Uint32Array(files.length)
    for (const [index, name] of files.entries()) {
      const content = createHash('sha256')
      for await (const piece of createReadStream(join(media, String(name)))) content.update(piece)
      hashed[index] = hash.ofText(content.digest('hex'))
    }
    return hashed
  }
}

/** Writes blocks of rows to their columns' positions in the file, and adds them to each column's sketch. */
class BlockWriter {
  readonly #handle: FileHandle
  readonly #rowCount: number
  readonly #blocks: Uint32Array[]
  readonly #sketches: Sketch[]
  readonly #rows = new Sketch()
  #filled = 0
  #written = 0

  constructor(handle: FileHandle, rowCount: number, columns: number) {
    this.#handle = handle
    this.#rowCount = rowCount
    const size = Math.min(rowCount, BLOCK_ROWS)
    this.#blocks = Array.from({ length: columns }, () => new Uint32Array(size))
    this.#sketches = Array.from({ length: columns }, () => new Sketch())
  }

  async add(hashed: Uint32Array[]) {
    const length = hashed[0]?.length ?? 0
    for (let from = 0; from < length; ) {
      const size = this.#blocks[0]?.length ?? 0
      const taken = Math.min(size - this.#filled, length - from)
      if (taken <= 0) throw new Error('more rows than were counted')
      for (const [index, block] of this.#blocks.entries()) {
        block.set((hashed[index] as Uint32Array).subarray(from, from + taken), this.#filled)
      }
      this.#filled += taken
      from += taken
      if (this.#filled === size) await this.#flush()
    }
  }

  /** Completes the file and returns the digest. */
  async end(columns: string[]): Promise<string> {
    await this.#flush()
    const sketches = Buffer.concat(this.#sketches.map((sketch) => sketch.toBytes()))
    await this.#handle.write(sketches, 0, sketches.length, 0)
    await this.#handle.sync()
    const digest = createHash('sha256').update(JSON.stringify([this.#rowCount, columns]))
    return digest.update(sketches).update(this.#rows.toBytes()).digest('hex')
  }

  async #flush() {
    const count = this.#filled
    const keys = { low: new Uint32Array(count), high: new Uint32Array(count) }
    for (const [index, block] of this.#blocks.entries()) {
      const cells = block.subarray(0, count)
      combine(keys, cells)
      this.#sketches[index]?.add(cells)
      const bytes = new Uint8Array(block.buffer, 0, count * WORD_BYTES)
      await this.#handle.write(
        bytes,
        0,
        bytes.length,
        placeOf(this.#rowCount, this.#blocks.length, index, this.#written),
      )
    }
    this.#rows.add(keys.low)
    this.#rows.add(keys.high)
    this.#written += count
    this.#filled = 0
  }
}

/** Returns the byte offset of a cell in the file. */
const placeOf = (rowCount: number, columns: number, column: number, row: number) =>
  (SKETCH_WORDS * columns + rowCount * column + row) * WORD_BYTES

/** Reads a file of hashes that `hashRows` wrote. */
export class HashedFile {
  readonly #handle: FileHandle
  readonly rows: HashedRows

  private constructor(handle: FileHandle, rows: HashedRows) {
    this.#handle = handle
    this.rows = rows
  }

  static open = async (rows: HashedRows) => new HashedFile(await open(rows.file, 'r'), rows)

  async sketches(): Promise<Sketch[]> {
    const words = await this.#read(0, SKETCH_WORDS * this.rows.columns.length)
    return this.rows.columns.map((_name, index) =>
      Sketch.of(words.subarray(index * SKETCH_WORDS, (index + 1) * SKETCH_WORDS)),
    )
  }

  column(index: number): Promise<Uint32Array> {
    const { rowCount, columns } = this.rows
    return this.#read(placeOf(rowCount, columns.length, index, 0), rowCount)
  }

  close = () => this.#handle.close()

  async #read(position: number, words: number): Promise<Uint32Array<ArrayBuffer>> {
    const bytes = new Uint8Array(words * WORD_BYTES)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, position + at)
      if (bytesRead === 0) throw new Error(`${this.rows.file} ends early`)
      at += bytesRead
    }
    return new Uint32Array(bytes.buffer)
  }
}
