import { areOneType, type ColumnType, type ContentType } from '@tessera/contract'

export interface Format {
  contentType: ContentType
  columns: string[]
  columnTypes: Record<string, ColumnType>
}

export interface FormatDifference {
  column: string
  /** Null if the dataset lacks the column. */
  initiatorType: ColumnType | null
  participantType: ColumnType | null
}

/**
 * Returns the columns that cannot be trained on together: of those that the task needs or, before it selects any, of
 * all the initiator's. These are the label columns of pictures, the text (or tokens and tags) and labels of texts, and
 * the features of graphs.
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

/** Null if the dataset lacks the column, undefined if the column has no value. */
type Held = ColumnType | undefined | null

function typesOf({ columns, columnTypes }: Format) {
  const held = new Set(columns)
  return (column: string): Held => (held.has(column) ? columnTypes[column] : null)
}

function fits(contentType: ContentType, one: Held, other: Held): boolean {
  if (one === null || other === null) return false
  // A picture's classes are names, whatever type they are written in.
  return contentType === 'vision' || one === undefined || other === undefined || areOneType(one, other)
}
