import { type ColumnProfile, type ColumnType, type ContentType, dataKindOf, type LabelKind } from '@tessera/contract'

/** An integer column with at most this many distinct values usually has classes, not amounts. */
const MAX_CLASSES = 20

/** Returns the label kind that a column with this profile suggests. */
export function labelKindOf({ type, distinct }: Pick<ColumnProfile, 'type' | 'distinct'>): LabelKind {
  if (type === 'labels') return 'labels'
  if (distinct <= 2) return 'binary'
  if (type === 'text' || type === 'boolean') return 'multi'
  return type === 'integer' && distinct <= MAX_CLASSES ? 'multi' : 'regression'
}

/**
 * Returns which kind of label such a row can have several times: boxes in a picture, tags in a text. Null for other
 * labels.
 */
export function markedKindOf(contentType: ContentType, label: string): LabelKind | null {
  const { marks } = dataKindOf(contentType)
  return marks?.column === label ? marks.labelKind : null
}

/**
 * Returns the label kinds that a column of this type can have. The number of distinct values is known only at the edge
 * until the party confirms its names.
 */
export function labelKindsOf(type: ColumnType): LabelKind[] {
  if (type === 'labels') return ['labels']
  if (type === 'boolean') return ['binary']
  if (type === 'text') return ['binary', 'multi']
  return type === 'integer' ? ['binary', 'multi', 'regression', 'count'] : ['binary', 'regression']
}
