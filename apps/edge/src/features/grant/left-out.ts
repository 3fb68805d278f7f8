import type { Plan } from '@tessera/contract'
import { type Duck, parquet } from '../../lib/duck.ts'
import { isOfOtherClass, type StoredDataset } from '../rows/index.ts'

/** Kinds of labels for which one row can have several classes. */
const NAMED_WITHIN = new Set<NonNullable<Plan['target']>['kind']>(['entities', 'boxes', 'labels'])

/**
 * SQL condition for the rows that a ticket grants: all rows except those whose class is not in the plan. If a row can
 * have several classes (entities, boxes or labels), it is granted even if some of its classes are not in the plan;
 * training ignores these.
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
