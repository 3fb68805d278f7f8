import { fail, type ReadingReport } from '@tessera/contract'

export const COLUMN_LIMIT = 5_000
export const NAME_LIMIT = 128
/**
 * Reserved column names: DuckDB uses `file_row_number` for a row's position, and a JSON object drops the key
 * `__proto__`.
 */
export const RESERVED = ['file_row_number', '__proto__']

interface Named {
  names: string[]
  renamed: ReadingReport['renamed']
}

/**
 * Returns the column names from a table's header. If the member chose to rename columns, missing and repeated names are
 * replaced.
 */
export function nameColumns(cells: string[], of: { file: string; line?: number; rename: boolean }): Named {
  if (cells.length > COLUMN_LIMIT)
    fail('dataset.header-many', { file: of.file, count: cells.length, limit: COLUMN_LIMIT })
  // A null character shows that the file is not text. It would also end an SQL statement.
  if (cells.some((cell) => cell.includes('\0'))) fail('dataset.table-broken', { file: of.file })
  const written = cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
  if (written.every((name) => name !== '' && Number.isFinite(Number(name))))
    fail('dataset.header-missing', { file: of.file })
  const where = { file: of.file, ...(of.line === undefined ? {} : { line: of.line }), remedy: 'rename-columns' }
  // SQL column names are case-insensitive.
  const all = new Set(written.map((name) => name.toLowerCase()))
  const seen = new Set(RESERVED)
  const renamed: Named['renamed'] = []
  const names = written.map((from, index) => {
    const position = index + 1
    if (from.length > NAME_LIMIT) fail('dataset.header-long', { file: of.file, position, limit: NAME_LIMIT })
    const isFree = from !== '' && !seen.has(from.toLowerCase())
    if (!isFree && !of.rename) {
      if (from === '') fail('dataset.header-empty', { position, ...where })
      const isReserved = RESERVED.includes(from.toLowerCase())
      fail(isReserved ? 'dataset.header-reserved' : 'dataset.header-repeated', { column: from, ...where })
    }
    const to = isFree ? from : freeName(from, position, (name) => all.has(name) || seen.has(name))
    if (!isFree) renamed.push({ position, from, to })
    seen.add(to.toLowerCase())
    return to
  })
  return { names, renamed }
}

export function freeName(from: string, position: number, isTaken: (name: string) => boolean): string {
  const start = from === '' ? `column_${position}` : from.slice(0, NAME_LIMIT - 6)
  if (from === '' && !isTaken(start)) return start
  for (let count = 2; ; count += 1) {
    const name = `${start}_${count}`
    if (!isTaken(name.toLowerCase())) return name
  }
}
