import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import type { TableRow } from '@tessera/contract'

/** Runs DuckDB on Parquet files. DuckDB stores no data of its own, so no data can be lost. */
export class Duck {
  readonly #instance: DuckDBInstance

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance
  }

  static async open(dataDir: string): Promise<Duck> {
    const spill = join(dataDir, 'tmp')
    mkdirSync(spill, { recursive: true, mode: 0o700 })
    const instance = await DuckDBInstance.create(':memory:', {
      // DuckDB would download extensions. An edge may have no internet access, and must not load foreign code.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      temp_directory: spill,
      memory_limit: '2GB',
    })
    const duck = new Duck(instance)
    // Files of rows never change and are read once per page, so their metadata are cached.
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

  /** Yields rows in batches, for files larger than memory. */
  async *batches(sql: string): AsyncGenerator<TableRow[]> {
    for await (const { chunk, names } of this.#stream(sql)) {
      yield chunk.getRowObjects(names).map((row) => plainRow(row as Record<string, unknown>))
    }
  }

  /** Yields rows in chunks of columns, which is faster if every value is examined. */
  async *chunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    for await (const { chunk } of this.#stream(sql)) yield chunk
  }

  async *#stream(sql: string): AsyncGenerator<{ chunk: DuckDBDataChunk; names: string[] }> {
    const connection = await this.#instance.connect()
    try {
      const result = await connection.stream(sql)
      const names = result.columnNames()
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        yield { chunk, names }
      }
    } finally {
      connection.closeSync()
    }
  }

  close() {
    this.#instance.closeSync()
  }

  /** A connection runs one query at a time, so each query gets its own connection. */
  async #with<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect()
    try {
      return await use(connection)
    } finally {
      connection.closeSync()
    }
  }
}

/**
 * Converts a row to JSON values: 64-bit integers to numbers if they are exact, otherwise to texts; NaN and infinity to
 * null.
 */
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

/** Quotes a column name for SQL. */
export const ident = (name: string) => `"${name.replaceAll('"', '""')}"`
/** Quotes a text for SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
/** Quotes any text for SQL, including texts from clients. A NUL character would end the statement. */
export const textValue = (text: string) => `(${text.split('\0').map(literal).join(' || chr(0) || ')})`
/**
 * SQL condition for a real value: not NaN, not infinite, and not as large as the placeholders that programs write for
 * "no value", because squares of these overflow.
 */
export const isRealNumber = (double: string) => `abs(${double}) < 1e50`
export const parquet = (file: string) => `read_parquet(${literal(file)})`
