import {
  BOXES_COLUMN,
  type ColumnProfile,
  type ColumnType,
  type ContentType,
  type LabelKind,
  TAGS_COLUMN,
} from '@tessera/contract'

/** Whole numbers with at most this many values are more often classes than amounts. */
const MOST_CLASSES = 20

/** What a label with this profile asks an algorithm to do. */
export function labelKindOf({ type, distinct }: Pick<ColumnProfile, 'type' | 'distinct'>): LabelKind {
  if (type === 'labels') return 'labels'
  if (distinct <= 2) return 'binary'
  if (type === 'text' || type === 'boolean') return 'multi'
  return type === 'integer' && distinct <= MOST_CLASSES ? 'multi' : 'regression'
}

/** What is marked in rows of this kind, of which one may have several: boxes on a picture, tags in a text. */
export function markedKindOf(contentType: ContentType, label: string): LabelKind | null {
  if (contentType === 'yolo' && label === BOXES_COLUMN) return 'boxes'
  return contentType === 'nlp' && label === TAGS_COLUMN ? 'entities' : null
}

/** All that a label of this type may ask: how many values it has stays at the edge until its names are confirmed. */
export function labelKindsOf(type: ColumnType): LabelKind[] {
  if (type === 'labels') return ['labels']
  if (type === 'boolean') return ['binary']
  if (type === 'text') return ['binary', 'multi']
  return type === 'integer' ? ['binary', 'multi', 'regression', 'count'] : ['binary', 'regression']
}
