import type { ColumnType, ContentType } from '@tessera/contract'

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
  const fits = initiator.contentType === 'vision' ? isThere : isCompatible
  const [initiatorTypeOf, participantTypeOf] = [typesOf(initiator), typesOf(participant)]
  return (asked ?? initiator.columns)
    .map((column) => ({
      column,
      initiatorType: initiatorTypeOf(column),
      participantType: participantTypeOf(column),
    }))
    .filter(({ initiatorType, participantType }) => !fits(initiatorType, participantType))
}

function typesOf({ columns, columnTypes }: Format) {
  const held = new Set(columns)
  return (column: string): ColumnType | null => (held.has(column) ? (columnTypes[column] ?? null) : null)
}

/** A picture's classes are names, whatever they are written with. */
const isThere = (one: ColumnType | null, other: ColumnType | null) => one !== null && other !== null

/** One party's measurements may happen to be whole. */
const NUMERIC = new Set<ColumnType>(['number', 'integer'])

function isCompatible(one: ColumnType | null, other: ColumnType | null): boolean {
  if (one === null || other === null) return false
  return one === other || (NUMERIC.has(one) && NUMERIC.has(other))
}
