import { type DatasetDeps, findDataset, type Rows, readClasses, type StoredDataset } from '../rows/index.ts'

/** Returns the selection of rows for a task from before classes of this label were left out. */
export function findBase({ db }: Pick<DatasetDeps, 'db'>, { base }: Rows, label: string): StoredDataset | undefined {
  return base && base.label === label ? findDataset(db, base.id) : undefined
}

/** Lists the classes of a column, including those that were left out of the rows selected for a task. */
export async function listClasses(deps: DatasetDeps, rows: Rows, column: string) {
  const offered = await readClasses(deps.duck, rows, column)
  const base = findBase(deps, rows, column)
  if (!base) return offered
  const names = new Set(offered.map(({ name }) => name))
  const all = await readClasses(deps.duck, base, column)
  return all.map((one) => (names.has(one.name) ? one : { ...one, isLeftOut: true }))
}
