import { type ClassRows, MIN_ROWS_OF_CLASS } from '@tessera/contract'

export type Thinness = 'few' | 'one-party'

/** Returns why a class has too little data, or null if it has enough rows or a party has not reported its rows. */
export function thinnessOf(
  { rows, parties }: ClassRows['classes'][number],
  of: Pick<ClassRows, 'parties' | 'missing'>,
): Thinness | null {
  if (of.missing > 0) return null
  if (rows < MIN_ROWS_OF_CLASS) return 'few'
  return parties === 1 && of.parties > 1 ? 'one-party' : null
}

/** Returns the names of the classes with this problem. */
export const thinClasses = (all: ClassRows, why: Thinness): string[] =>
  all.classes.filter((one) => thinnessOf(one, all) === why).map(({ name }) => name)
