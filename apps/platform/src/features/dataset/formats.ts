import { areOneType, type ColumnType, type ContentType, dataKindOf } from '@tessera/contract'

export interface Format {
  contentType: ContentType
  columns: string[]
  columnTypes: Record<string, ColumnType>
}

export interface FormatDifference {
  column: string
  /** Type of the column in the initiator's dataset. Null if the dataset lacks the column. */
  initiatorType: ColumnType | null
  participantType: ColumnType | null
}

/**
 * Returns the columns that make two datasets unusable for training together. It checks the columns that the task needs
 * or, before the task has selected any, all of the initiator's. For pictures these are the label columns; for texts,
 * the text (or tokens and tags) and the labels; for graphs, the features.
 */
export function listDifferences(initiator: Format, participant: Format, required: string[] | null): FormatDifference[] {
  const [initiatorTypeOf, participantTypeOf] = [typesOf(initiator), typesOf(participant)]
  return (required ?? initiator.columns)
    .map((column) => ({ column, initiator: initiatorTypeOf(column), participant: participantTypeOf(column) }))
    .filter((one) => !fits(initiator.contentType, one.initiator, one.participant))
    .map((one) => ({
      column: one.column,
      initiatorType: one.initiator ?? null,
      participantType: one.participant ?? null,
    }))
}

/** Type of a column in a dataset. Null if the dataset lacks the column, undefined if the column contains no value. */
type Held = ColumnType | undefined | null

function typesOf({ columns, columnTypes }: Format) {
  const held = new Set(columns)
  return (column: string): Held => (held.has(column) ? columnTypes[column] : null)
}

function fits(contentType: ContentType, one: Held, other: Held): boolean {
  if (one === null || other === null) return false
  return dataKindOf(contentType).namesClasses || one === undefined || other === undefined || areOneType(one, other)
}
