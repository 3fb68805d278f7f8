import { type ColumnType, classNameOf, type Dataset, type ToFrame } from '@tessera/contract'
import { labelKindOf, markedKindOf } from '../../kinds/label-kind.ts'

/** The request with which the console asks the user to choose classes. */
export type Asked = Extract<ToFrame, { say: 'classes' }>

export interface LabelClass {
  name: string
  count: number
  /** Whether rows of this class were selected for the task but are left out of the offer. */
  isLeftOut?: boolean | undefined
}

/** Maximum number of values that the edge lists. A label with this many values has no classes. */
const MAX_LISTED = 1_000

/** Returns whether the values of a label are classes rather than amounts. */
export const isClassLabel = (type: ColumnType | undefined, classes: LabelClass[]): boolean =>
  type !== undefined &&
  classes.length > 0 &&
  classes.length < MAX_LISTED &&
  labelKindOf({ type, distinct: classes.length }) !== 'regression'

/** Returns whether a row can have several classes: boxes in a picture, tags in a text, or multi-label rows. */
export const hasManyClasses = (
  { contentType, columnTypes }: Pick<Dataset, 'contentType' | 'columnTypes'>,
  label: string,
): boolean => markedKindOf(contentType, label) !== null || columnTypes[label] === 'labels'

export const takingPart = (classes: LabelClass[]) => classes.filter(({ isLeftOut }) => !isLeftOut)

/**
 * Returns the initially selected classes. If some classes were excluded, all other classes are selected. Otherwise the
 * first of these lists that exists is used: the classes that the party named before, those of the initiator, or all.
 */
export function startingClasses(own: LabelClass[], named: { own: string[]; initiator: string[] }): Set<string> {
  const offered = takingPart(own)
  if (offered.length < own.length) return new Set(offered.map(({ name }) => name))
  const names = own.map(({ name }) => name)
  const before = named.own.length > 0 ? named.own : named.initiator
  const known = names.filter((name) => before.includes(classNameOf(name)))
  return new Set(known.length > 0 ? known : names)
}
