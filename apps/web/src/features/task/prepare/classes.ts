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
 * Reports whether a label can have classes, judged by its type and the algorithm. `learnt` is undefined if no algorithm
 * is chosen. The values themselves are shown only at the edge.
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

/** Returns the classes that a party named for this label. Names given for another label are ignored. */
export const namedFor = (named: SelectedFeature[], label: string, partyId: string): string[] =>
  named.filter((one) => one.label === label && one.partyId === partyId).map(({ feature }) => classNameOf(feature))

/**
 * The status of a party's class names. The initiator decides whether classes are named: once it has named its own, all
 * parties must.
 */
export type ClassStatus = 'none' | 'reading' | 'optional' | 'due' | 'named'

export function classStatusOf(
  task: Pick<TaskDetail, 'partyId' | 'columnSelection'>,
  mine: Pick<Registration, 'partyId' | 'datasetId'>,
  named: SelectedFeature[],
  /** Undefined while the declaration of the label is loading. */
  hasClasses: boolean | undefined,
): ClassStatus {
  const label = task.columnSelection?.label ?? null
  if (label === null || !mine.datasetId) return 'none'
  if (namedFor(named, label, mine.partyId).length > 0) return 'named'
  if (namedFor(named, label, task.partyId).length > 0) return 'due'
  if (hasClasses === undefined) return 'reading'
  return hasClasses ? 'optional' : 'none'
}
