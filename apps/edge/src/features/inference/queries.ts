import type { ErrorParams, InferenceResult, InferenceStatus, ModelInput, ModelOutput } from '@tessera/contract'
import { all, type Db, folded, get, put, run, type SqlRow, update } from '../../db/open.ts'

export interface StoredInference {
  id: string
  modelId: string
  modelName: string
  name: string
  description: string
  status: InferenceStatus
  createdByUserId: string
  createdBy: string
  createTime: string
  input: ModelInput | null
  output: ModelOutput | null
  failure: { code: string; params: ErrorParams } | null
  /** The dataset of the newest job, if that job predicts a whole dataset. */
  datasetId: string | null
  result: InferenceResult | null
  /** Number of times the background job was started since the request. */
  attempts: number
}

export const addInference = (db: Db, inference: StoredInference) => put(db, 'inferences', toRow(inference))

/**
 * Updates a task. Returns false if the task was deleted in the meantime, so that a job that ends late does not create
 * the task again.
 */
export const updateInference = (db: Db, inference: StoredInference) => update(db, 'inferences', toRow(inference))

function toRow(inference: StoredInference) {
  return {
    id: inference.id,
    model_id: inference.modelId,
    model_name: inference.modelName,
    name: inference.name,
    description: inference.description,
    status: inference.status,
    created_by_user_id: inference.createdByUserId,
    created_by: inference.createdBy,
    create_time: inference.createTime,
    input: JSON.stringify(inference.input),
    output: orNull(inference.output),
    failure: orNull(inference.failure),
    dataset_id: inference.datasetId,
    result: orNull(inference.result),
    attempts: inference.attempts,
  }
}

const orNull = (value: unknown) => (value === null ? null : JSON.stringify(value))
const fromText = (text: SqlRow[string] | undefined) => (typeof text === 'string' ? JSON.parse(text) : null)

export function findInference(db: Db, id: string): StoredInference | undefined {
  const row = get(db, 'select * from inferences where id = ?', id)
  return row && toInference(row)
}

export const findInferenceByName = (db: Db, name: string) =>
  get(db, 'select id from inferences where name = ?', name) !== undefined

export interface InferencesAsked {
  /** Id of the user whose tasks are returned, or null for the tasks of all users. */
  createdByUserId: string | null
  /** Only tasks whose name contains this text are returned, in upper or lower case. */
  name: string
  offset: number
  size: number
}

/**
 * Returns one page of inference tasks, newest first, and the total number. Results can be long, so only the rows of the
 * page are read.
 */
export function listInferences(db: Db, { createdByUserId, name, offset, size }: InferencesAsked) {
  const wanted = [
    ...(createdByUserId === null ? [] : [{ sql: 'created_by_user_id = ?', value: createdByUserId }]),
    ...(name === '' ? [] : [{ sql: 'instr(folded(name), ?) > 0', value: folded(name) }]),
  ]
  const where = wanted.length > 0 ? `where ${wanted.map(({ sql }) => sql).join(' and ')}` : ''
  const values = wanted.map(({ value }) => value)
  const newestFirst = 'order by create_time desc, rowid desc'
  const total = Number(get(db, `select count(*) as total from inferences ${where}`, ...values)?.total)
  // The inner query sorts by short columns, so that only the rows of the page are read in full.
  const page = `select rowid from inferences ${where} ${newestFirst} limit ? offset ?`
  const rows = all(db, `select * from inferences where rowid in (${page}) ${newestFirst}`, ...values, size, offset)
  return { total, inferences: rows.map(toInference) }
}

export const listUnfinished = (db: Db) =>
  all(db, "select * from inferences where status in ('creating', 'running')").map(toInference)

export const findByResultPath = (db: Db, path: string) => {
  const row = get(db, "select * from inferences where result ->> 'resultPath' = ?", path)
  return row && toInference(row)
}

export const deleteInferenceRow = (db: Db, id: string) => run(db, 'delete from inferences where id = ?', id)

/** A model whose file is stored at this edge, and the hash that the file must have. */
export interface StoredModel {
  modelId: string
  sha256: string
  failure: { code: string; params: ErrorParams } | null
}

export function findModel(db: Db, modelId: string): StoredModel | undefined {
  const row = get(db, 'select * from models where model_id = ?', modelId)
  return (
    row && {
      modelId,
      sha256: String(row.sha256),
      failure: fromText(row.failure),
    }
  )
}

export const putModel = (db: Db, { modelId, sha256, failure }: StoredModel) =>
  put(db, 'models', { model_id: modelId, sha256, failure: orNull(failure) })

function resultOf(text: SqlRow[string] | undefined): InferenceResult | null {
  return fromText(text)
}

function toInference(row: SqlRow): StoredInference {
  return {
    id: String(row.id),
    modelId: String(row.model_id),
    modelName: String(row.model_name),
    name: String(row.name),
    description: String(row.description),
    status: row.status as InferenceStatus,
    createdByUserId: String(row.created_by_user_id),
    createdBy: String(row.created_by),
    createTime: String(row.create_time),
    input: fromText(row.input),
    output: fromText(row.output),
    failure: fromText(row.failure),
    datasetId: row.dataset_id as string | null,
    result: resultOf(row.result),
    attempts: Number(row.attempts),
  }
}
