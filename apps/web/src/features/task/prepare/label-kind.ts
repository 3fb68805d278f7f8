import type { ColumnProfile, LabelKind } from '@tessera/contract'

/** Whole numbers with at most this many values are more often classes than amounts. */
const MOST_CLASSES = 20

/** What a label with this profile asks an algorithm to do. */
export function labelKindOf({ type, distinct }: Pick<ColumnProfile, 'type' | 'distinct'>): LabelKind {
  if (distinct <= 2) return 'binary'
  if (type === 'text' || type === 'boolean') return 'multi'
  return type === 'integer' && distinct <= MOST_CLASSES ? 'multi' : 'regression'
}
