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
 * Whether a label may stand for classes, as far as its type and the algorithm say; undefined `learnt` where none is chosen. Which
 * values it has is shown at the edge.
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

/** Names that were given to classes of another label count no more. */
export const namedFor = (named: SelectedFeature[], label: string, partyId: string): string[] =>
  named.filter((one) => one.label === label && one.partyId === partyId).map(({ feature }) => classNameOf(feature))

/**
 * Where a party stands with the classes of its label. Whether they are named at all is the initiator's decision: once it
 * has named its own, everybody has to.
 */
export type ClassStatus = 'none' | 'reading' | 'optional' | 'due' | 'named'

export function classStatusOf(
  task: Pick<TaskDetail, 'partyId' | 'columnSelection'>,
  mine: Pick<Registration, 'partyId' | 'datasetId'>,
  named: SelectedFeature[],
  /** Unknown while it is read how the label is declared. */
  hasClasses: boolean | undefined,
): ClassStatus {
  const label = task.columnSelection?.label ?? null
  if (label === null || !mine.datasetId) return 'none'
  if (namedFor(named, label, mine.partyId).length > 0) return 'named'
  if (namedFor(named, label, task.partyId).length > 0) return 'due'
  if (hasClasses === undefined) return 'reading'
  return hasClasses ? 'optional' : 'none'
}
