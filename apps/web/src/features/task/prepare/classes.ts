import {
  classNameOf,
  type Dataset,
  type LabelKind,
  type Registration,
  type SelectedFeature,
  type TaskDetail,
} from '@tessera/contract'
import { labelKindsOf, markedKindOf } from '../../../kinds/label-kind.ts'

/**
 * Returns whether a label can have classes, judged by its type and the algorithm, because only the edge shows the
 * values. `learnt` is undefined if no algorithm is chosen.
 */
export function mayHaveClasses(
  { contentType, columnTypes }: Pick<Dataset, 'contentType' | 'columnTypes'>,
  label: string,
  learnt: readonly LabelKind[] | undefined,
): boolean {
  const type = columnTypes[label]
  if (type === undefined) return false
  const marked = markedKindOf(contentType, label)
  if (learnt === undefined) return marked !== null || type !== 'number'
  const kinds = marked ? [marked] : labelKindsOf(type).filter((kind) => kind !== 'regression' && kind !== 'count')
  return kinds.some((kind) => learnt.includes(kind) || (kind === 'binary' && learnt.includes('event')))
}

/** Returns the classes that a party has named for this label, ignoring names for another label. */
export const namedFor = (named: SelectedFeature[], label: string, partyId: string): string[] =>
  named.filter((one) => one.label === label && one.partyId === partyId).map(({ feature }) => classNameOf(feature))

/** The status of the class names of a party. Once the initiator has named its classes, all parties must name theirs. */
export type ClassStatus = 'none' | 'reading' | 'optional' | 'due' | 'named'

export function classStatusOf(
  task: Pick<TaskDetail, 'partyId' | 'columnSelection'>,
  mine: Pick<Registration, 'partyId' | 'datasetId'>,
  named: SelectedFeature[],
  /** Whether the label has classes. Undefined while the declaration of the label loads. */
  hasClasses: boolean | undefined,
): ClassStatus {
  const label = task.columnSelection?.label ?? null
  if (label === null || !mine.datasetId) return 'none'
  if (namedFor(named, label, mine.partyId).length > 0) return 'named'
  if (namedFor(named, label, task.partyId).length > 0) return 'due'
  if (hasClasses === undefined) return 'reading'
  return hasClasses ? 'optional' : 'none'
}
