import { readClasses } from './classes.ts'
import type { DatasetDeps } from './deps.ts'
import { findDataset, type StoredDataset } from './queries.ts'
import type { Rows } from './readable.ts'

/** The rows set aside for a task as they were before classes of this label were left out of them. */
export function findBase({ db }: Pick<DatasetDeps, 'db'>, { base }: Rows, label: string): StoredDataset | undefined {
  return base && base.label === label ? findDataset(db, base.id) : undefined
}

/** The classes of a column, those among them that were left out of rows set aside for a task. */
export async function listClasses(deps: DatasetDeps, rows: Rows, column: string) {
  const offered = await readClasses(deps.duck, rows, column)
  const base = findBase(deps, rows, column)
  if (!base) return offered
  const names = new Set(offered.map(({ name }) => name))
  const all = await readClasses(deps.duck, base, column)
  return all.map((one) => (names.has(one.name) ? one : { ...one, isLeftOut: true }))
}
