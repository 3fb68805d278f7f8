import { type DatasetDeps, findDataset, type Rows, readClasses, type StoredDataset } from '../rows/index.ts'

/** Returns the rows that were selected for a task before any class of this label was left out. */
export function findBase({ db }: Pick<DatasetDeps, 'db'>, { base }: Rows, label: string): StoredDataset | undefined {
  return base && base.label === label ? findDataset(db, base.id) : undefined
}

/** Lists the classes of a column, including classes that were left out of the rows selected for a task. */
export async function listClasses(deps: DatasetDeps, rows: Rows, column: string) {
  const offered = await readClasses(deps.duck, rows, column)
  const base = findBase(deps, rows, column)
  if (!base) return offered
  const names = new Set(offered.map(({ name }) => name))
  const all = await readClasses(deps.duck, base, column)
  return all.map((one) => (names.has(one.name) ? one : { ...one, isLeftOut: true }))
}
