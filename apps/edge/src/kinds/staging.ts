import { type FileHandle, open, rm } from 'node:fs/promises'
import { literal } from '../lib/duck.ts'

export type Cell = string | number | null

const BATCH_CHARACTERS = 1024 * 1024
/** Maximum size of a row. Cells are checked before they are written to the staging file. */
const ROW_BYTES = 16 * 1024 * 1024

/** Writes rows from a reader to a staging file for DuckDB. The file format is the same for all sources. */
export class StagedRows {
  readonly path: string
  readonly #file: FileHandle
  #waiting: string[] = []
  #size = 0
  #count = 0
  #written: Promise<void> = Promise.resolve()

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async create(path: string): Promise<StagedRows> {
    return new StagedRows(path, await open(path, 'wx', 0o600))
  }

  get count(): number {
    return this.#count
  }

  /** Returns a promise only if the caller must wait. This saves time, because the method is called for every row. */
  add(cells: Cell[]): Promise<void> | undefined {
    const row = cells.map(written).join(',')
    this.#waiting.push(row)
    this.#size += row.length
    this.#count += 1
    return this.#size > BATCH_CHARACTERS ? this.#flush() : undefined
  }

  async end() {
    await this.#flush()
    await this.#file.close()
  }

  async remove() {
    await this.#file.close().catch(() => {})
    await rm(this.path, { force: true })
  }

  #flush(): Promise<void> {
    if (this.#waiting.length === 0) return this.#written
    const text = `${this.#waiting.join('\n')}\n`
    this.#waiting = []
    this.#size = 0
    this.#written = this.#written.then(() => this.#file.appendFile(text))
    return this.#written
  }
}

/** Checking for quotation marks before replacing them takes a third of the time, because few cells contain any. */
function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : `"${cell}"`
}

/** Returns the SQL source for rows in a staging file. `columns` lists names and DuckDB types. */
export function stagedTable(path: string, columns: readonly (readonly [name: string, type: string])[]): string {
  const shape = columns.map(([name, type]) => `${literal(name)}: ${literal(type)}`).join(', ')
  return `read_csv(${literal(path)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, parallel = false, max_line_size = ${ROW_BYTES},
    buffer_size = ${2 * ROW_BYTES}, columns = {${shape}})`
}
