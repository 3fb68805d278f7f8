export {
  boxSidesOf,
  classNames,
  classText,
  isOfOtherClass,
  labelOf,
  MAX_CLASSES_READ,
  narrowTo,
  readClasses,
  textOf,
} from './classes.ts'
export { cellOf, PLACE_COLUMN } from './columns.ts'
export { deleteOldDrafts, removeDeletedFiles, unlistDataset } from './delete.ts'
export type { DatasetDeps } from './deps.ts'
export { sampleGraph } from './graph-sample.ts'
export { withPictures } from './pictures.ts'
export { mayReadRows } from './policy.ts'
export {
  deleteDraft,
  findAnalysis,
  findDataset,
  findDatasetByName,
  findDatasetByTable,
  findDraft,
  findOffered,
  forgetFindings,
  isBaseIn,
  listDraftsOf,
  listOffered,
  metadataOf,
  type StoredDataset,
  saveAnalysis,
  saveDataset,
  saveDraft,
} from './queries.ts'
export { type Rows, readable } from './readable.ts'
export { removeDraft, tableNameOf } from './remove-draft.ts'
export { removeFiles } from './remove-files.ts'
export { removeStrays } from './remove-strays.ts'
export { eraseDeleted, removedRoutes, storeRemoved } from './removed.ts'
export { findRepeatedId } from './repeated-ids.ts'
export { rowsRoutes } from './routes.ts'
export { numbered, ROW_NUMBER, RowOrders } from './row-orders.ts'
export { pictureRoutes } from './view-picture.ts'
