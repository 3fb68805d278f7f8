import {
  type ErrorCode,
  type ErrorParams,
  fail,
  type ReadingReport,
  type ReadOptions,
  type RejectReason,
} from '@tessera/contract'
import { csvRecords, delimiterIn } from '../lib/csv-records.ts'
import type { TextFile } from '../lib/text-lines.ts'
import { COLUMN_LIMIT, NAME_LIMIT, nameColumns, RESERVED } from './column-names.ts'
import type { Place } from './rejects.ts'

/** A problem in the data, reported for a row that is left out or in an error. */
export interface Fault {
  reason: RejectReason
  code: ErrorCode
  params?: ErrorParams
}

type TableRow = { place: Place & { line: number } } & ({ cells: string[] } | { fault: Fault })

type Renamed = ReadingReport['renamed']

/**
 * Yields the rows of a delimited text with a header, in batches. Rows whose width differs from that of the header are
 * faults. If the member chose to rename columns, renamed columns are added to `renamed`.
 */
export async function* tableRows(
  file: TextFile,
  { options, renamed }: { options: ReadOptions; renamed: Renamed },
): AsyncGenerator<{ names: string[]; rows: TableRow[] }> {
  let names: string[] | undefined
  for await (const records of csvRecords(file, (await delimiterIn(file)) ?? ',')) {
    const rows: TableRow[] = []
    for (const { line, cells, isOpen } of records) {
      const place = { file: file.name, line }
      if (isOpen) rows.push({ place, fault: { reason: 'quote', code: 'dataset.row-quote' } })
      else if (!names) {
        const named = nameColumns(cells, { ...place, rename: options.renameColumns })
        names = named.names
        renamed.push(...named.renamed)
      } else if (cells.length === names.length) rows.push({ place, cells })
      else {
        const params = { found: cells.length, expected: names.length }
        rows.push({ place, fault: { reason: 'width', code: 'dataset.row-width', params } })
      }
    }
    yield { names: names ?? [], rows }
  }
}

/**
 * Checks the field names of a document; these cannot be renamed during reading. SQL column names are case-insensitive.
 */
export function checkFieldNames(names: readonly string[], file: string) {
  if (names.length > COLUMN_LIMIT) fail('dataset.header-many', { file, count: names.length, limit: COLUMN_LIMIT })
  const seen = new Set<string>()
  for (const name of names) {
    if (name.includes('\0') || name.trim() !== name || name === '' || name.length > NAME_LIMIT) {
      fail('dataset.column-not-of-kind', { file, column: name.slice(0, NAME_LIMIT) })
    }
    if (RESERVED.includes(name.toLowerCase())) fail('dataset.header-reserved', { file, column: name })
    if (seen.has(name.toLowerCase())) fail('dataset.column-twice', { file, column: name })
    seen.add(name.toLowerCase())
  }
}
