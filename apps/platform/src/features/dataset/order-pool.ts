import type { DatasetSort } from '@tessera/contract'
import { asc, desc, ilike, type SQL, sql } from 'drizzle-orm'
import { containing } from '../../lib/like.ts'
import { dataset } from './table.ts'

/** Sort orders of the pool. Among equal datasets, the newest comes first. */
export const POOL_ORDER: Record<Exclude<DatasetSort, 'newest'>, SQL[]> = {
  rows: [desc(dataset.rowCount)],
  size: [desc(dataset.sizeBytes)],
  columns: [desc(dataset.columnCount)],
  name: [asc(dataset.searchName)],
}

/** SQL condition that a column's name contains this text. */
export function hasColumn(name: string | undefined): SQL | undefined {
  const text = containing(name)
  return text
    ? sql`exists (select from jsonb_array_elements_text(${dataset.columns}) as held (name) where ${ilike(sql`held.name`, text)})`
    : undefined
}
