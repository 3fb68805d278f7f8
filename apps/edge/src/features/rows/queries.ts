import {
  type Analysis,
  type ColumnMapping,
  type ColumnType,
  type ContentType,
  type DatasetMetadata,
  type ReadingReport,
  type RemovedDataset,
  type Sharing,
  withoutValues,
} from '@tessera/contract'
import { all, type Db, get, put, run, type SqlRow } from '../../db/open.ts'

/** A dataset as the edge stores it. If it has a `taskId`, it is hidden and contains the rows selected for that task. */
export interface StoredDataset {
  id: string
  name: string
  description: string
  sharing: Sharing
  sizeBytes: number
  rowCount: number
  tableName: string
  columns: string[]
  columnTypes: Record<string, ColumnType>
  createdByUserId: string
  createdBy: string
  orgCode: string
  createTime: string
  taskId: string | null
  parentId: string | null
  deleted: boolean
  contentType: ContentType
  labelColumns: string[]
  mapping: ColumnMapping[]
  /** The column whose value identifies a person with several rows, or null if no such column is known. */
  repeatedId: string | null
  /**
   * The selection before classes of this label were left out. It is stored so that these classes can be included again.
   */
  base: { id: string; label: string } | null
  /** Name of the uploaded archive, or null for rows selected for a task. The name never leaves the edge. */
  fileName: string | null
  /** Parquet file that contains the rows. */
  file: string
  /** Folder that contains the pictures. Rows selected for a task use the folder of their dataset. */
  media: string | null
}

export interface StoredDraft {
  id: string
  name: string
  userId: string
  sizeBytes: number
  rowCount: number
  columns: string[]
  columnTypes: Record<string, ColumnType>
  createTime: string
  contentType: ContentType
  labelColumns: string[]
  report: ReadingReport
  fileName: string | null
  file: string
  media: string | null
}

export function saveDataset(db: Db, dataset: StoredDataset) {
  put(db, 'datasets', {
    id: dataset.id,
    name: dataset.name,
    description: dataset.description,
    sharing: dataset.sharing,
    size_bytes: dataset.sizeBytes,
    row_count: dataset.rowCount,
    table_name: dataset.tableName,
    columns: JSON.stringify(dataset.columns),
    column_types: JSON.stringify(dataset.columnTypes),
    created_by_user_id: dataset.createdByUserId,
    created_by: dataset.createdBy,
    org_code: dataset.orgCode,
    create_time: dataset.createTime,
    task_id: dataset.taskId,
    parent_id: dataset.parentId,
    deleted: dataset.deleted ? 1 : 0,
    content_type: dataset.contentType,
    label_columns: JSON.stringify(dataset.labelColumns),
    mapping: JSON.stringify(dataset.mapping),
    repeated_id: dataset.repeatedId,
    base_id: dataset.base?.id ?? null,
    base_label: dataset.base?.label ?? null,
    file_name: dataset.fileName,
    file: dataset.file,
    media: dataset.media,
  })
}

const one = (row: SqlRow | undefined) => (row ? toDataset(row) : undefined)

export const findDataset = (db: Db, id: string) =>
  one(get(db, 'select * from datasets where id = ? and deleted = 0', id))
export const findDatasetByTable = (db: Db, tableName: string) =>
  one(get(db, 'select * from datasets where table_name = ? and deleted = 0', tableName))
export const findDatasetByName = (db: Db, name: string, userId: string) =>
  one(
    get(
      db,
      'select * from datasets where name = ? and created_by_user_id = ? and task_id is null and deleted = 0',
      name,
      userId,
    ),
  )
/** Lists all datasets except selections for tasks, newest first. */
export const listDatasets = (db: Db) =>
  all(db, 'select * from datasets where task_id is null and deleted = 0 order by create_time desc, rowid desc').map(
    toDataset,
  )
/** Lists the stored selections for a task: the current one, and the one from before classes were left out. */
export const listOffered = (db: Db, taskId: string) =>
  all(db, 'select * from datasets where task_id = ? and deleted = 0 order by create_time desc, rowid desc', taskId).map(
    toDataset,
  )
/** Returns the current selection for a task. */
export function findOffered(db: Db, taskId: string): StoredDataset | undefined {
  const offered = listOffered(db, taskId)
  return offered.find((one) => !isBaseIn(offered, one))
}
/** Returns whether a selection is only the base of another selection, from which classes were left out. */
export const isBaseIn = (offered: StoredDataset[], { id }: StoredDataset) => offered.some(({ base }) => base?.id === id)
export const listChildren = (db: Db, parentId: string) =>
  all(db, 'select * from datasets where parent_id = ? and deleted = 0', parentId).map(toDataset)
export const listDeleted = (db: Db) => all(db, 'select * from datasets where deleted = 1').map(toDataset)

function toDataset(row: SqlRow): StoredDataset {
  return {
    id: String(row.id),
    name: String(row.name),
    description: String(row.description),
    sharing: row.sharing as Sharing,
    sizeBytes: Number(row.size_bytes),
    rowCount: Number(row.row_count),
    tableName: String(row.table_name),
    columns: JSON.parse(String(row.columns)),
    columnTypes: JSON.parse(String(row.column_types)),
    createdByUserId: String(row.created_by_user_id),
    createdBy: String(row.created_by),
    orgCode: String(row.org_code),
    createTime: String(row.create_time),
    taskId: row.task_id as string | null,
    parentId: row.parent_id as string | null,
    deleted: row.deleted === 1,
    contentType: row.content_type as ContentType,
    labelColumns: JSON.parse(String(row.label_columns)),
    mapping: JSON.parse(String(row.mapping)),
    repeatedId: row.repeated_id as string | null,
    base: row.base_id === null ? null : { id: String(row.base_id), label: String(row.base_label) },
    fileName: row.file_name as string | null,
    file: String(row.file),
    media: row.media as string | null,
  }
}

/** Returns what the platform receives about a dataset. It contains no rows and no file names. */
export function metadataOf(dataset: StoredDataset): DatasetMetadata {
  const { file: _file, fileName: _fileName, base: _base, media: _media, createdBy: _createdBy, ...metadata } = dataset
  return { ...metadata, mapping: withoutValues(metadata.mapping) }
}

export function saveDraft(db: Db, draft: StoredDraft) {
  put(db, 'drafts', {
    id: draft.id,
    name: draft.name,
    user_id: draft.userId,
    size_bytes: draft.sizeBytes,
    row_count: draft.rowCount,
    columns: JSON.stringify(draft.columns),
    column_types: JSON.stringify(draft.columnTypes),
    create_time: draft.createTime,
    content_type: draft.contentType,
    label_columns: JSON.stringify(draft.labelColumns),
    report: JSON.stringify(draft.report),
    file_name: draft.fileName,
    file: draft.file,
    media: draft.media,
  })
}

export function findDraft(db: Db, id: string, userId: string): StoredDraft | undefined {
  const row = get(db, 'select * from drafts where id = ? and user_id = ?', id, userId)
  return row && toDraft(row)
}

/** Finds a draft by the table name under which its rows are read before it is saved. */
export function findDraftByTable(db: Db, tableName: string, userId: string) {
  const row = get(db, `select * from drafts where user_id = ? and 't_' || replace(id, '-', '') = ?`, userId, tableName)
  return row && { ...toDraft(row), tableName }
}

/** Lists all files and folders that a draft or dataset uses. */
export const listFiles = (db: Db): string[] =>
  all(
    db,
    `select file from drafts union select media from drafts where media is not null
     union select file from datasets where deleted = 0
     union select media from datasets where deleted = 0 and media is not null
     union select dataset ->> 'file' from removed_datasets
     union select dataset ->> 'media' from removed_datasets where dataset ->> 'media' is not null`,
  ).map((row) => String(row.file))
export const listDraftsBefore = (db: Db, time: string) =>
  all(db, 'select * from drafts where create_time < ?', time).map(toDraft)
/** Lists a member's own drafts, newest first. */
export const listDraftsOf = (db: Db, userId: string) =>
  all(db, 'select * from drafts where user_id = ? order by create_time desc, rowid desc', userId).map(toDraft)
export const deleteDraft = (db: Db, id: string) => run(db, 'delete from drafts where id = ?', id)

function toDraft(row: SqlRow): StoredDraft {
  return {
    id: String(row.id),
    name: String(row.name),
    userId: String(row.user_id),
    sizeBytes: Number(row.size_bytes),
    rowCount: Number(row.row_count),
    columns: JSON.parse(String(row.columns)),
    columnTypes: JSON.parse(String(row.column_types)),
    createTime: String(row.create_time),
    contentType: row.content_type as ContentType,
    labelColumns: JSON.parse(String(row.label_columns)),
    report: JSON.parse(String(row.report)),
    fileName: row.file_name as string | null,
    file: String(row.file),
    media: row.media as string | null,
  }
}

/** Stores the analysis that reading the data produced, under the table name. Drafts are included. */
export const saveAnalysis = (db: Db, tableName: string, analysis: Analysis) =>
  put(db, 'analyses', { table_name: tableName, analysis: JSON.stringify(analysis) })

export function forgetFindings(db: Db, tableNames: string[]) {
  for (const tableName of tableNames) {
    run(db, 'delete from profiles where table_name = ?', tableName)
    run(db, 'delete from analyses where table_name = ?', tableName)
  }
}

/** Returns whether a dataset or selection uses a picture folder, or a removed dataset would use it after a restore. */
export const isMediaUsed = (db: Db, media: string) =>
  get(
    db,
    `select 1 as one from datasets where media = ? and deleted = 0
     union all select 1 from removed_datasets where dataset ->> 'media' = ?`,
    ...[media, media],
  ) !== undefined

/** A removed dataset, which no list contains. It gets a new id, because another dataset may use the original id. */
export interface StoredRemoval {
  id: string
  dataset: StoredDataset
  removedTime: string
  because: RemovedDataset['because']
  eraseTime: string | null
}

export const saveRemoval = (db: Db, { id, dataset, removedTime, because, eraseTime }: StoredRemoval) =>
  put(db, 'removed_datasets', {
    id,
    because,
    dataset: JSON.stringify(dataset),
    removed_time: removedTime,
    erase_time: eraseTime,
  })
export const listRemovals = (db: Db) =>
  all(db, 'select * from removed_datasets order by removed_time desc, rowid desc').map(toRemoval)
export function findRemoval(db: Db, id: string): StoredRemoval | undefined {
  const row = get(db, 'select * from removed_datasets where id = ?', id)
  return row && toRemoval(row)
}
export const deleteRemoval = (db: Db, id: string) => run(db, 'delete from removed_datasets where id = ?', id)
/** Deletes the database row of a dataset that was moved to the removed ones. */
export const deleteDatasetRow = (db: Db, id: string) => run(db, 'delete from datasets where id = ?', id)

const toRemoval = (row: SqlRow): StoredRemoval => ({
  id: String(row.id),
  dataset: JSON.parse(String(row.dataset)),
  removedTime: String(row.removed_time),
  because: row.because as RemovedDataset['because'],
  eraseTime: row.erase_time as string | null,
})

export function findAnalysis(db: Db, tableName: string): Analysis | undefined {
  const row = get(db, 'select analysis from analyses where table_name = ?', tableName)
  return row && JSON.parse(String(row.analysis))
}
