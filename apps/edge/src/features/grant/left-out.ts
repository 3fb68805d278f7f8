import type { Plan } from '@tessera/contract'
import { type Duck, parquet } from '../../lib/duck.ts'
import { isOfOtherClass, type StoredDataset } from '../dataset/index.ts'

/** Targets of which a row may name several. */
const NAMED_WITHIN = new Set<NonNullable<Plan['target']>['kind']>(['entities', 'boxes', 'labels'])

/**
 * Rows that a ticket grants, in SQL: all but those of a class that the plan does not name. A text with an entity of such a
 * kind, a picture with such a box, or a row with such a label among several, is granted all the same: to who trains that
 * entity, box or label is none.
 */
export const isGranted = (dataset: StoredDataset, { target }: Plan): string =>
  target && 'classes' in target && !NAMED_WITHIN.has(target.kind)
    ? `NOT ${isOfOtherClass(dataset, target.column, target.classes)}`
    : 'true'

export async function countLeftOut(duck: Duck, dataset: StoredDataset, plan: Plan): Promise<number> {
  const { count } = await duck.row(
    `SELECT count(*) AS count FROM ${parquet(dataset.file)} WHERE NOT ${isGranted(dataset, plan)}`,
  )
  return Number(count)
}
