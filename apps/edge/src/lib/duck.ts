import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { TableRow } from '@tessera/contract'

/** DuckDB over Parquet files: keeps no state of its own, so nothing here can be lost. */
export class Duck {
  readonly #instance: DuckDBInstance

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance
  }

  static async open(dataDir: string): Promise<Duck> {
    const spill = join(dataDir, 'tmp')
    mkdirSync(spill, { recursive: true, mode: 0o700 })
    const instance = await DuckDBInstance.create(':memory:', {
      // Extensions would come from elsewhere; an edge may have no way out, and takes no code on the way.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      temp_directory: spill,
      memory_limit: '2GB',
    })
    const duck = new Duck(instance)
    // Pages come back to the same files, which never change; where their parts lie need not be read each time.
    await duck.run('SET GLOBAL parquet_metadata_cache = true')
    return duck
  }

  async run(sql: string): Promise<void> {
    await this.#with((connection) => connection.run(sql))
  }

  async rows(sql: string): Promise<TableRow[]> {
    const result = await this.#with((connection) => connection.runAndReadAll(sql))
    return result.getRowObjects().map((row) => plainRow(row))
  }

  async row(sql: string): Promise<TableRow> {
    return (await this.rows(sql))[0] ?? {}
  }

  /** Rows in batches, for files larger than memory. */
  async *batches(sql: string): AsyncGenerator<TableRow[]> {
    const connection = await this.#instance.connect()
    try {
      const result = await connection.stream(sql)
      const names = result.columnNames()
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        yield chunk.getRowObjects(names).map((row) => plainRow(row as Record<string, unknown>))
      }
    } finally {
      connection.closeSync()
    }
  }

  close() {
    this.#instance.closeSync()
  }

  /** A connection takes one query at a time, so each query has its own. */
  async #with<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect()
    try {
      return await use(connection)
    } finally {
      connection.closeSync()
    }
  }
}

/** A 64-bit integer becomes a number where one holds it exactly, else text; NaN and infinity, which JSON lacks, null. */
function plainRow(row: Record<string, unknown>): TableRow {
  const plain: TableRow = {}
  for (const [name, value] of Object.entries(row)) plain[name] = plainValue(value)
  return plain
}

function plainValue(value: unknown): TableRow[string] {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'boolean' || typeof value === 'string' ? value : String(value)
}

/** A column's name in SQL. */
export const ident = (name: string) => `"${name.replaceAll('"', '""')}"`
/** A text in SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
/** Any text as a value, one that somebody sent included: a statement would end at a NUL. */
export const textValue = (text: string) => `(${text.split('\0').map(literal).join(' || chr(0) || ')})`
/** Whether a double is a value: not NaN, infinite, or as large as what programs write for no value, whose squares overflow. */
export const isRealNumber = (double: string) => `abs(${double}) < 1e50`
export const parquet = (file: string) => `read_parquet(${literal(file)})`
