import {
  BOXES_COLUMN,
  type ColumnProfile,
  type ContentType,
  type LabelKind,
  MOST_COUNT,
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

/** All that can be done with it: more than two whole numbers from 0 on may count something, whatever else they may be. */
export function labelKindsOf(profile: Pick<ColumnProfile, 'type' | 'distinct' | 'minimum' | 'maximum'>): LabelKind[] {
  const { type, distinct, minimum, maximum } = profile
  const mayCount = type === 'integer' && distinct > 2 && (minimum ?? -1) >= 0 && (maximum ?? MOST_COUNT) <= MOST_COUNT
  return [labelKindOf(profile), ...(mayCount ? (['count'] as const) : [])]
}
