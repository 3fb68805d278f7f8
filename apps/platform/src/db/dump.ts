import { sql } from 'drizzle-orm'
import { type Db, query } from './pool.ts'

/** Approximate size of one part of a dump. Its rows take about as much memory. */
const PART_BYTES = 256 * 1024
/** Number of rows that are read first, when the size of a row is not yet known. */
const FIRST_ROWS = 50
const MAX_ROWS = 2_000

export interface TableDump {
  name: string
  /** Column names, in the order of the values in a row. */
  columns: string[]
  rowCount: number
}

/** Rows of one table in PostgreSQL's text form, exact for every type. */
export type DumpedRows = string[]

/**
 * Reads every table except those left out, in one snapshot, and passes the rows on in parts of about 256 KB. The format
 * is the same for PostgreSQL and the embedded database, so that a dump of either can be loaded into the other.
 */
export async function dumpTables(
  db: Db,
  leftOut: readonly string[],
  write: (table: string, rows: DumpedRows) => Promise<void>,
): Promise<TableDump[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    await useExactFormats(tx)
    const dumps: TableDump[] = []
    for (const { name, columns } of await listTables(tx)) {
      if (leftOut.includes(name)) continue
      dumps.push({ name, columns, rowCount: await dumpTable(tx, name, (rows) => write(name, rows)) })
    }
    return dumps
  })
}

async function dumpTable(tx: Db, name: string, write: (rows: DumpedRows) => Promise<void>): Promise<number> {
  const table = sql.identifier(name)
  await tx.execute(sql`declare dumped no scroll cursor for select whole_row::text as row from ${table} whole_row`)
  let count = 0
  for (let wanted = FIRST_ROWS; ; ) {
    const fetched = await query<{ row: string }>(tx, sql`fetch forward ${sql.raw(String(wanted))} from dumped`)
    if (fetched.length === 0) break
    const rows = fetched.map(({ row }) => row)
    await write(rows)
    count += rows.length
    const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(row), 0)
    wanted = Math.min(MAX_ROWS, Math.max(1, Math.floor((PART_BYTES * rows.length) / bytes)))
  }
  await tx.execute(sql`close dumped`)
  return count
}

/**
 * Loads dumped rows within the caller's transaction. PostgreSQL checks foreign keys when all rows are loaded, so call
 * `finish` after the last row. Tables must have the same columns as when the rows were dumped.
 */
export async function beginLoad(tx: Db, dumps: TableDump[]) {
  await useExactFormats(tx)
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]))
  for (const { name, columns } of dumps) {
    if (tables.get(name)?.columns.join() !== columns.join())
      throw new Error(`the table ${name} has other columns than when it was dumped`)
  }
  const references = await query<{ table: string; name: string; definition: string }>(
    tx,
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of references) {
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`)
  }
  return {
    async load(name: string, rows: DumpedRows) {
      if (!dumps.some((dump) => dump.name === name)) throw new Error(`the dump does not contain the table ${name}`)
      const table = sql.identifier(name)
      await tx.execute(
        sql`insert into ${table} select loaded.* from unnest(array(select json_array_elements_text(${JSON.stringify(rows)}::json))::${table}[]) loaded`,
      )
    },
    async finish() {
      for (const { table, name, definition } of references) {
        await tx.execute(
          sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
        )
      }
      for (const { name, rowCount } of dumps) {
        const [counted] = await query<{ n: number }>(tx, sql`select count(*)::int as n from ${sql.identifier(name)}`)
        if (counted?.n !== rowCount) throw new Error(`the table ${name} has ${counted?.n} rows instead of ${rowCount}`)
      }
    },
  }
}

/**
 * Makes PostgreSQL write times, numbers and bytes as text that reads back exactly, whatever the server's settings are.
 */
async function useExactFormats(tx: Db) {
  await tx.execute(sql`set local timezone to 'UTC'`)
  await tx.execute(sql`set local datestyle to 'ISO, YMD'`)
  await tx.execute(sql`set local intervalstyle to 'postgres'`)
  await tx.execute(sql`set local bytea_output to 'hex'`)
  await tx.execute(sql`set local extra_float_digits to 1`)
}

async function listTables(db: Db): Promise<{ name: string; columns: string[] }[]> {
  return query(
    db,
    sql`select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      group by c.relname order by c.relname`,
  )
}
