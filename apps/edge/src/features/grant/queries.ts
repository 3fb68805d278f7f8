import type { GrantNotice, Plan } from '@tessera/contract'
import { all, type Db, get, put, run, type SqlRow } from '../../db/open.ts'

/** A signed ticket as the edge keeps it. */
export interface StoredGrant {
  id: string
  taskId: string
  taskName: string
  /** Ids of the parties in the task when it was signed. */
  parties: string[]
  plan: Plan
  codeHash: string
  planHash: string
  datasetId: string
  datasetName: string
  rowCount: number
  signedByUserId: string
  signedBy: string
  signTime: string
  expiryTime: string
  withdrawTime: string | null
  /** Parquet of exactly the granted rows and columns. */
  file: string
}

export function saveGrant(db: Db, grant: StoredGrant) {
  put(db, 'grants', {
    id: grant.id,
    task_id: grant.taskId,
    task_name: grant.taskName,
    parties: JSON.stringify(grant.parties),
    plan: JSON.stringify(grant.plan),
    code_hash: grant.codeHash,
    plan_hash: grant.planHash,
    dataset_id: grant.datasetId,
    dataset_name: grant.datasetName,
    row_count: grant.rowCount,
    signed_by_user_id: grant.signedByUserId,
    signed_by: grant.signedBy,
    sign_time: grant.signTime,
    expiry_time: grant.expiryTime,
    withdraw_time: grant.withdrawTime,
    file: grant.file,
  })
}

export const markWithdrawn = (db: Db, id: string, time: string) =>
  run(db, 'update grants set withdraw_time = ? where id = ? and withdraw_time is null', time, id)

export function findGrant(db: Db, id: string): StoredGrant | undefined {
  const row = get(db, 'select * from grants where id = ?', id)
  return row && toGrant(row)
}

const NEWEST = 'order by sign_time desc, rowid desc'

/** The ticket that counts for a task: the one signed last. */
export function findNewestGrant(db: Db, taskId: string): StoredGrant | undefined {
  const row = get(db, `select * from grants where task_id = ? ${NEWEST} limit 1`, taskId)
  return row && toGrant(row)
}

export function findNewestOfAlgorithm(db: Db, algorithm: string): StoredGrant | undefined {
  const row = get(db, `select * from grants where plan ->> 'algorithm' = ? ${NEWEST} limit 1`, algorithm)
  return row && toGrant(row)
}

export const listGrants = (db: Db, taskId?: string) =>
  (taskId === undefined
    ? all(db, `select * from grants ${NEWEST}`)
    : all(db, `select * from grants where task_id = ? ${NEWEST}`, taskId)
  ).map(toGrant)

export const listGrantsOfDataset = (db: Db, datasetId: string) =>
  all(db, 'select * from grants where dataset_id = ? and withdraw_time is null', datasetId).map(toGrant)

export const countRounds = (db: Db, grantId: string) =>
  Number(get(db, 'select count(*) as total from rounds_used where grant_id = ?', grantId)?.total)

export const hasRunUsed = (db: Db, grantId: string, runId: string) =>
  get(db, 'select 1 as one from rounds_used where grant_id = ? and run_id = ?', grantId, runId) !== undefined

export function countRound(db: Db, of: { grantId: string; runId: string; messageId: string; time: string }) {
  run(
    db,
    'insert into rounds_used (grant_id, run_id, message_id, time) values (?, ?, ?, ?)',
    of.grantId,
    of.runId,
    of.messageId,
    of.time,
  )
}

function toGrant(row: SqlRow): StoredGrant {
  return {
    id: String(row.id),
    taskId: String(row.task_id),
    taskName: String(row.task_name),
    parties: JSON.parse(String(row.parties)),
    plan: JSON.parse(String(row.plan)),
    codeHash: String(row.code_hash),
    planHash: String(row.plan_hash),
    datasetId: String(row.dataset_id),
    datasetName: String(row.dataset_name),
    rowCount: Number(row.row_count),
    signedByUserId: String(row.signed_by_user_id),
    signedBy: String(row.signed_by),
    signTime: String(row.sign_time),
    expiryTime: String(row.expiry_time),
    withdrawTime: row.withdraw_time as string | null,
    file: String(row.file),
  }
}

/** What the platform is told of a ticket: that it stands, not what it holds. */
export const noticeOf = (db: Db, grant: StoredGrant): GrantNotice => ({
  id: grant.id,
  taskId: grant.taskId,
  planHash: grant.planHash,
  datasetId: grant.datasetId,
  rowCount: grant.rowCount,
  expiryTime: grant.expiryTime,
  withdrawn: grant.withdrawTime !== null,
  roundsLeft: grant.plan.maxRounds - countRounds(db, grant.id),
})
