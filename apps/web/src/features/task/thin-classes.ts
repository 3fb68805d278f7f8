import { type ClassRows, FEWEST_ROWS_OF_CLASS } from '@tessera/contract'

export type Thinness = 'few' | 'one-party'

/** Why little can be learnt of a class; null where enough rows are known, or not all parties have told theirs. */
export function thinnessOf(
  { rows, parties }: ClassRows['classes'][number],
  of: Pick<ClassRows, 'parties' | 'missing'>,
): Thinness | null {
  if (of.missing > 0) return null
  if (rows < FEWEST_ROWS_OF_CLASS) return 'few'
  return parties === 1 && of.parties > 1 ? 'one-party' : null
}

/** The names of those that are thin for this reason. */
export const thinClasses = (all: ClassRows, why: Thinness): string[] =>
  all.classes.filter((one) => thinnessOf(one, all) === why).map(({ name }) => name)
