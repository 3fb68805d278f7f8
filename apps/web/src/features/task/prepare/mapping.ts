import type { ColumnMapping, ColumnType, Conversion, Output } from '@tessera/contract'
import type { ListFormatDifferences } from '@tessera/contract/wire'
import { isNumeric } from '../../../lib/is-numeric.ts'

export type Comparison = Output<typeof ListFormatDifferences>
type OwnColumn = Comparison['participantColumns'][number]

/** How values of one type are read as another's; null where they cannot be. */
export function conversionBetween(own: ColumnType, wanted: ColumnType | null): Conversion | null {
  if (wanted === null || own === wanted || (isNumeric(own) && isNumeric(wanted))) return 'none'
  // A decimal has many spellings as text.
  if (wanted === 'text') return own === 'number' ? null : 'to-text'
  if (wanted === 'boolean') return own === 'text' || own === 'integer' ? 'to-boolean' : null
  return (own === 'text' || own === 'boolean') && isNumeric(wanted) ? 'to-number' : null
}

/** Which own column stands for each that differs, as far as chosen. */
export type Choices = Record<string, ColumnMapping>

export const startingChoices = ({ proposals, differences }: Comparison): Choices =>
  Object.fromEntries(
    proposals
      .filter(({ column }) => differences.some((difference) => difference.column === column))
      .map((mapping) => [mapping.column, mapping]),
  )

/** What was chosen for a column; every object has something called `constructor`. */
export const choiceFor = (choices: Choices, column: string): ColumnMapping | undefined =>
  Object.hasOwn(choices, column) ? choices[column] : undefined

/** Columns of the task that no own column stands for yet. */
export const unmappedColumns = ({ differences }: Comparison, choices: Choices): string[] =>
  differences.map(({ column }) => column).filter((column) => choiceFor(choices, column) === undefined)

/** What each own column stands for already: those that fit under their own name, and those chosen. */
export function takenColumns(comparison: Comparison, asked: string[], choices: Choices): Map<string, string> {
  const differing = new Set(comparison.differences.map(({ column }) => column))
  const fitting = asked.filter((column) => !differing.has(column)).map((column) => [column, column] as const)
  return new Map([...fitting, ...Object.values(choices).map(({ column, from }) => [from, column] as const)])
}

/** The own columns that can be read as the one wanted. */
export const candidatesFor = (columns: OwnColumn[], wanted: ColumnType | null): OwnColumn[] =>
  columns.filter(({ type }) => conversionBetween(type, wanted) !== null)
