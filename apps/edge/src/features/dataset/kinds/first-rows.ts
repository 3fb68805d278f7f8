import { splitCells } from '@tessera/contract'
import { classesOf, findRow } from '../../../lib/csv-scan.ts'

export const DELIMITERS = [',', ';', '\t', '|']

/** Where in a text something begins. */
export interface Start {
  offset: number
  line: number
}

export interface FirstRow extends Start {
  cells: string[]
  next: number
}

interface Look {
  delimiter: string
  count: number
  /** Of a workbook: each row counts as a line. */
  isRowPerLine: boolean
}

/** The first rows of a delimited text that are not blank. */
export function firstRows(bytes: Buffer, from: Start, { delimiter, count, isRowPerLine }: Look): FirstRow[] {
  const classes = classesOf(delimiter)
  const rows: FirstRow[] = []
  let { offset, line } = from
  while (offset < bytes.length && rows.length < count) {
    const row = findRow(bytes, offset, classes, true)
    if (!row || row.isOpen) break
    const text = bytes.toString('utf8', offset, row.end)
    if (text.trim() !== '') rows.push({ offset, line, cells: splitCells(text, delimiter), next: row.next })
    offset = row.next
    line += isRowPerLine ? 1 : row.lines
  }
  return rows
}
