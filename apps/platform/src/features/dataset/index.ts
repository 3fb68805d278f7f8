/** Datasets as the platform knows them: metadata told by edges, never a row. Written by P3. */
export { applyDatasetReport } from './apply-report.ts'
export { listMissedRemovals } from './delete-dataset.ts'
export { maySee } from './policy.ts'
export { type PresentedDataset, presentDataset, presentDatasets } from './present.ts'
export { countDatasets, findDataset, listDatasetsByIds } from './queries.ts'
export { type DatasetDeps, datasetRoutes } from './routes.ts'
export { type DatasetRow, dataset } from './table.ts'
export type { TaskSight } from './tasks.ts'
