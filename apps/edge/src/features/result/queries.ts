import { all, type Db, get, put, run, type SqlRow } from '../../db/open.ts'

/** The result of a single-party run, as stored at this edge. */
export interface StoredResult {
  runId: string
  taskId: string
  taskName: string
  algorithm: string
  time: string
  signedByUserId: string
  /** Hash of the model file, or null if the algorithm produces no model. */
  sha256: string | null
  sharedTime: string | null
  deletedTime: string | null
}

export const addResult = (db: Db, result: StoredResult) =>
  put(db, 'kept_results', {
    run_id: result.runId,
    task_id: result.taskId,
    task_name: result.taskName,
    algorithm: result.algorithm,
    time: result.time,
    signed_by_user_id: result.signedByUserId,
    sha256: result.sha256,
    shared_time: result.sharedTime,
    deleted_time: result.deletedTime,
  })

export const markShared = (db: Db, runId: string, time: string) =>
  run(db, 'update kept_results set shared_time = ? where run_id = ?', time, runId)

export const markDeleted = (db: Db, runId: string, time: string) =>
  run(db, 'update kept_results set deleted_time = ? where run_id = ?', time, runId)

export function findResult(db: Db, runId: string): StoredResult | undefined {
  const row = get(db, 'select * from kept_results where run_id = ?', runId)
  return row && toResult(row)
}

export const listResults = (db: Db, taskId?: string) =>
  (taskId === undefined
    ? all(db, 'select * from kept_results order by time desc, rowid desc')
    : all(db, 'select * from kept_results where task_id = ? order by time desc, rowid desc', taskId)
  ).map(toResult)

const toResult = (row: SqlRow): StoredResult => ({
  runId: String(row.run_id),
  taskId: String(row.task_id),
  taskName: String(row.task_name),
  algorithm: String(row.algorithm),
  time: String(row.time),
  signedByUserId: String(row.signed_by_user_id),
  sha256: row.sha256 as string | null,
  sharedTime: row.shared_time as string | null,
  deletedTime: row.deleted_time as string | null,
})
