import type { ColumnMapping, ColumnType, Conversion, Output } from '@tessera/contract'
import type { ListFormatDifferences } from '@tessera/contract/wire'
import { isNumeric } from '../../../lib/is-numeric.ts'

export type Comparison = Output<typeof ListFormatDifferences>
type OwnColumn = Comparison['participantColumns'][number]

/** Returns the conversion from one type to another, or null if there is none. */
export function conversionBetween(own: ColumnType, wanted: ColumnType | null): Conversion | null {
  if (wanted === null || own === wanted || (isNumeric(own) && isNumeric(wanted))) return 'none'
  // No conversion from decimal numbers to text, because a decimal number has several spellings.
  if (wanted === 'text') return own === 'number' ? null : 'to-text'
  if (wanted === 'boolean') return own === 'text' || own === 'integer' ? 'to-boolean' : null
  return (own === 'text' || own === 'boolean') && isNumeric(wanted) ? 'to-number' : null
}

/** For each column that differs, the party's own column that the user chose. */
export type Choices = Record<string, ColumnMapping>

export const startingChoices = ({ proposals, differences }: Comparison): Choices =>
  Object.fromEntries(
    proposals
      .filter(({ column }) => differences.some((difference) => difference.column === column))
      .map((mapping) => [mapping.column, mapping]),
  )

/**
 * Returns the choice for a column. Safe for columns that are named like a member of every object, such as
 * `constructor`.
 */
export const choiceFor = (choices: Choices, column: string): ColumnMapping | undefined =>
  Object.hasOwn(choices, column) ? choices[column] : undefined

/** Returns the task's columns to which none of the party's own columns is mapped yet. */
export const unmappedColumns = ({ differences }: Comparison, choices: Choices): string[] =>
  differences.map(({ column }) => column).filter((column) => choiceFor(choices, column) === undefined)

/** Returns the task column for each of the party's own columns in use: matching columns and chosen ones. */
export function takenColumns(comparison: Comparison, wanted: string[], choices: Choices): Map<string, string> {
  const differing = new Set(comparison.differences.map(({ column }) => column))
  const fitting = wanted.filter((column) => !differing.has(column)).map((column) => [column, column] as const)
  return new Map([...fitting, ...Object.values(choices).map(({ column, from }) => [from, column] as const)])
}

/** Returns the party's own columns that can be converted to the wanted type. */
export const candidatesFor = (columns: OwnColumn[], wanted: ColumnType | null): OwnColumn[] =>
  columns.filter(({ type }) => conversionBetween(type, wanted) !== null)
