import { areOneType, type ColumnType, type ContentType } from '@tessera/contract'

export interface Format {
  contentType: ContentType
  columns: string[]
  columnTypes: Record<string, ColumnType>
}

export interface FormatDifference {
  column: string
  /** Null where the dataset lacks the column. */
  initiatorType: ColumnType | null
  participantType: ColumnType | null
}

/**
 * Columns that cannot be trained on together: those the task asks for, or before it asks, all of the initiator's. Of
 * pictures these are the label columns, of texts the text (or tokens and tags) with the labels, of graphs the features.
 */
export function listDifferences(initiator: Format, participant: Format, asked: string[] | null): FormatDifference[] {
  const [initiatorTypeOf, participantTypeOf] = [typesOf(initiator), typesOf(participant)]
  return (asked ?? initiator.columns)
    .map((column) => ({ column, initiator: initiatorTypeOf(column), participant: participantTypeOf(column) }))
    .filter((one) => !fits(initiator.contentType, one.initiator, one.participant))
    .map((one) => ({
      column: one.column,
      initiatorType: one.initiator ?? null,
      participantType: one.participant ?? null,
    }))
}

/** Null where the dataset lacks the column, undefined where the column has no value. */
type Held = ColumnType | undefined | null

function typesOf({ columns, columnTypes }: Format) {
  const held = new Set(columns)
  return (column: string): Held => (held.has(column) ? columnTypes[column] : null)
}

function fits(contentType: ContentType, one: Held, other: Held): boolean {
  if (one === null || other === null) return false
  // A picture's classes are names, whatever they are written with.
  return contentType === 'vision' || one === undefined || other === undefined || areOneType(one, other)
}
