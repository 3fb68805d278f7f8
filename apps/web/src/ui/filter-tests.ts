import type { ColumnType, RowFilter } from '@tessera/contract'

/** The comparisons for each column type, the most frequent first. */
const TESTS: Record<ColumnType, RowFilter['test'][]> = {
  text: ['contains', 'equals', 'missing', 'present'],
  number: ['at-least', 'at-most', 'equals', 'missing', 'present'],
  integer: ['at-least', 'at-most', 'equals', 'missing', 'present'],
  date: ['at-least', 'at-most', 'equals', 'missing', 'present'],
  labels: ['equals', 'contains', 'missing', 'present'],
  boolean: ['equals', 'missing', 'present'],
}

export const testsOf = (type: ColumnType | undefined) => TESTS[type ?? 'text']

export const needsValue = (test: RowFilter['test']) => test !== 'missing' && test !== 'present'
