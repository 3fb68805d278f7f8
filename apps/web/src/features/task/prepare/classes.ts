import {
  type ColumnType,
  classNameOf,
  type Dataset,
  type Registration,
  type SelectedFeature,
  type TaskDetail,
} from '@tessera/contract'
import { labelKindOf, markedKindOf } from './label-kind.ts'

export interface LabelClass {
  name: string
  count: number
  /** Among the rows chosen for the task, but not among those offered. */
  isLeftOut?: boolean | undefined
}

/** The edge lists no more of them; a label with so many has no classes. */
const MOST_LISTED = 1_000

/** Whether a label with these values stands for classes rather than amounts. */
export const isClassLabel = (type: ColumnType | undefined, classes: LabelClass[]): boolean =>
  type !== undefined &&
  classes.length > 0 &&
  classes.length < MOST_LISTED &&
  labelKindOf({ type, distinct: classes.length }) !== 'regression'

/** Whether one row can be of several classes: boxes on a picture, tags in a text, several labels of either. */
export const hasManyClasses = (
  { contentType, columnTypes }: Pick<Dataset, 'contentType' | 'columnTypes'>,
  label: string,
): boolean => markedKindOf(contentType, label) !== null || columnTypes[label] === 'labels'

export const takingPart = (classes: LabelClass[]) => classes.filter(({ isLeftOut }) => !isLeftOut)

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
  /** Unknown while the edge reads them. */
  hasClasses: boolean | undefined,
): ClassStatus {
  const label = task.columnSelection?.label ?? null
  if (label === null || !mine.datasetId) return 'none'
  if (namedFor(named, label, mine.partyId).length > 0) return 'named'
  if (namedFor(named, label, task.partyId).length > 0) return 'due'
  if (hasClasses === undefined) return 'reading'
  return hasClasses ? 'optional' : 'none'
}

/** Ticked to begin with: where some were left out the others, else what the party named before, else the initiator, else all. */
export function startingClasses(own: LabelClass[], named: { own: string[]; initiator: string[] }): Set<string> {
  const offered = takingPart(own)
  if (offered.length < own.length) return new Set(offered.map(({ name }) => name))
  const names = own.map(({ name }) => name)
  const before = named.own.length > 0 ? named.own : named.initiator
  const kept = names.filter((name) => before.includes(classNameOf(name)))
  return new Set(kept.length > 0 ? kept : names)
}
