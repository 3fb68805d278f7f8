import { readFileSync } from 'node:fs'
import type { TableRow } from '@tessera/contract'

export const LABEL = 'diagnosis'
export const ALGORITHM = 'logistic-regression'

export const headOf = (file: string) => (readFileSync(file, 'utf8').split('\n')[0] ?? '').trim().split(',')

/** Parses a CSV file of the demo, which contains only numbers and words without quotes. */
export function readTable(file: string): TableRow[] {
  const head = headOf(file)
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(
      head.map((column, index) => [column, column === LABEL ? (cells[index] as string) : Number(cells[index])]),
    )
  })
}
