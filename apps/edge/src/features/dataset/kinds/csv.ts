import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnType, ReadingReport, ReadOptions } from '@tessera/contract'
import type { Duck } from '../../../lib/duck.ts'
import { type CsvText, isRowId, stageCsv } from './csv-stage.ts'
import { readStaged } from './csv-write.ts'
import { writeNamed } from './own-ids.ts'
import { COMMA_NUMBER } from './shapes.ts'
import { valueNotes } from './value-notes.ts'

export interface Table {
  columns: string[]
  columnTypes: Record<string, ColumnType>
  rowCount: number
  sizeBytes: number
  report: ReadingReport
}

/** Turns a delimited text with a header into Parquet at `file`. */
export async function readCsv(
  duck: Duck,
  text: CsvText,
  of: { options: ReadOptions; scratch: string; file: string },
): Promise<Table> {
  const path = join(of.scratch, 'rows.csv')
  try {
    const staged = await stageCsv(text, path, of.options)
    const { names, decided, report } = await writeNamed(duck, staged, of.file)
    const columns = names.filter((name) => !isRowId(name))
    const types = new Map(names.map((name, index) => [name, decided[index]?.shape.type ?? 'text']))
    const hasCommas = decided.some(({ shape }) => shape === COMMA_NUMBER)
    const decimal = hasCommas ? [{ name: 'decimal' as const, value: ',' }] : []
    const values = await valueNotes(duck, { ...staged, source: readStaged(staged), file: of.file, decided })
    return {
      columns,
      columnTypes: Object.fromEntries(columns.map((name) => [name, types.get(name) ?? 'text'])),
      rowCount: staged.rows,
      sizeBytes: (await stat(of.file)).size,
      report: { ...report, notes: [...report.notes, ...decimal, ...values] },
    }
  } finally {
    await rm(path, { force: true })
  }
}
