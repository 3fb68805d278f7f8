import type { Plan } from '@tessera/contract'
import { type Duck, parquet } from '../../lib/duck.ts'
import { isOfOtherClass, type StoredDataset } from '../dataset/index.ts'

/**
 * Rows that a ticket grants, in SQL: all but those of a class that the plan does not name. A text with an entity of such a
 * kind, or a picture with such a box, is granted all the same: to who trains that entity or box is none.
 */
export const isGranted = (dataset: StoredDataset, { target }: Plan): string =>
  target && 'classes' in target && target.kind !== 'entities' && target.kind !== 'boxes'
    ? `NOT ${isOfOtherClass(dataset, target.column, target.classes)}`
    : 'true'

export async function countLeftOut(duck: Duck, dataset: StoredDataset, plan: Plan): Promise<number> {
  const { count } = await duck.row(
    `SELECT count(*) AS count FROM ${parquet(dataset.file)} WHERE NOT ${isGranted(dataset, plan)}`,
  )
  return Number(count)
}
