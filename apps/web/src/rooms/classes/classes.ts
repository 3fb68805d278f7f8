import { type ColumnType, classNameOf, type Dataset, type ToRoom } from '@tessera/contract'
import { labelKindOf, markedKindOf } from '../../kinds/label-kind.ts'

/** What the console asks to be chosen. */
export type Asked = Extract<ToRoom, { say: 'classes' }>

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

/** Ticked to begin with: where some were left out the others, else what the party named before, else the initiator, else all. */
export function startingClasses(own: LabelClass[], named: { own: string[]; initiator: string[] }): Set<string> {
  const offered = takingPart(own)
  if (offered.length < own.length) return new Set(offered.map(({ name }) => name))
  const names = own.map(({ name }) => name)
  const before = named.own.length > 0 ? named.own : named.initiator
  const kept = names.filter((name) => before.includes(classNameOf(name)))
  return new Set(kept.length > 0 ? kept : names)
}
