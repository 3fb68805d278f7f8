import type { ColumnMapping, DifferingColumn, GrantNotice, Plan } from '@tessera/contract'
import { all, type Db, get, put, run, type SqlRow } from '../../db/open.ts'

/** A signed ticket as the edge stores it. */
export interface StoredGrant {
  id: string
  /** Number of the ticket that users see. The draft has the same number. */
  number: string
  taskId: string
  taskName: string
  /** Ids of the parties that the ticket names. */
  parties: string[]
  plan: Plan
  codeHash: string
  planHash: string
  datasetId: string
  datasetName: string
  /** How the task's columns are derived from the party's own columns. */
  mapping: ColumnMapping[]
  rowCount: number
  /** Number of selected rows that were not granted because the plan does not include their class. */
  leftOut: number
  budget: Budget
  signedByUserId: string
  signedBy: string
  signTime: string
  expiryTime: string
  withdrawTime: string | null
  /** The only run that uses this ticket, and the parties of that run. Null until the run begins. */
  runId: string | null
  roster: string[] | null
  /** Folder that contains exactly the granted rows and columns, and their index. */
  folder: string
  /** Digest of the row hashes. Null if the ticket was withdrawn before a run began. */
  rowDigest: string | null
  /** Earlier rows were compared up to this number of differing rows. Larger differences were not recorded. */
  comparedBelow: number
  /** Digests of earlier rows that differ in only a few rows and that the signer has confirmed. */
  confirmedNear: string[]
}

/** Types of Flower messages: `query` for statistics, `train` for the sums of a round, and `evaluate` for scores. */
export const MESSAGE_TYPES = ['query', 'train', 'evaluate'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** Number of stages of each type that a ticket answers. In some algorithms, a round takes several stages. */
export type Budget = Record<MessageType, number>

export function saveGrant(db: Db, grant: StoredGrant) {
  put(db, 'grants', {
    id: grant.id,
    number: grant.number,
    task_id: grant.taskId,
    task_name: grant.taskName,
    parties: JSON.stringify(grant.parties),
    plan: JSON.stringify(grant.plan),
    code_hash: grant.codeHash,
    plan_hash: grant.planHash,
    dataset_id: grant.datasetId,
    dataset_name: grant.datasetName,
    mapping: JSON.stringify(grant.mapping),
    row_count: grant.rowCount,
    left_out: grant.leftOut,
    train_messages: grant.budget.train,
    query_messages: grant.budget.query,
    evaluate_messages: grant.budget.evaluate,
    signed_by_user_id: grant.signedByUserId,
    signed_by: grant.signedBy,
    sign_time: grant.signTime,
    expiry_time: grant.expiryTime,
    withdraw_time: grant.withdrawTime,
    run_id: grant.runId,
    roster: grant.roster && JSON.stringify(grant.roster),
    folder: grant.folder,
    row_digest: grant.rowDigest,
    compared_below: grant.comparedBelow,
    confirmed_near: JSON.stringify(grant.confirmedNear),
  })
}

/** Returns the fingerprints of all keys by which a ticket signed here has ever named the edge of this party. */
export function listPartnerKeys(db: Db, partyId: string): string[] {
  const keys = all(
    db,
    `select distinct json_extract(party.value, '$.key') as key from grants, json_each(grants.plan, '$.parties') as party
     where json_extract(party.value, '$.partyId') = ?`,
    partyId,
  )
  return keys.map(({ key }) => String(key))
}

export const markWithdrawn = (db: Db, id: string, time: string) =>
  run(db, 'update grants set withdraw_time = ? where id = ? and withdraw_time is null', time, id)

export function findGrant(db: Db, id: string): StoredGrant | undefined {
  const row = get(db, 'select * from grants where id = ?', id)
  return row && toGrant(row)
}

const NEWEST = 'order by sign_time desc, rowid desc'

/** Returns the valid ticket of a task, which is the ticket signed last. */
export function findNewestGrant(db: Db, taskId: string): StoredGrant | undefined {
  const row = get(db, `select * from grants where task_id = ? ${NEWEST} limit 1`, taskId)
  return row && toGrant(row)
}

/**
 * Returns the newest ticket with this plan. A clone trains under the ticket of its original task: it has the same plan,
 * including the seed, which no other plan has.
 */
export function findNewestOfPlan(db: Db, planHash: string): StoredGrant | undefined {
  const row = get(db, `select * from grants where plan_hash = ? ${NEWEST} limit 1`, planHash)
  return row && toGrant(row)
}

export function findGrantOfRun(db: Db, runId: string): StoredGrant | undefined {
  const row = get(db, `select * from grants where run_id = ? ${NEWEST} limit 1`, runId)
  return row && toGrant(row)
}

export const countGrants = (db: Db, taskId: string) =>
  Number(get(db, 'select count(*) as total from grants where task_id = ?', taskId)?.total)

/** Binds the ticket to a run. No other run can use the ticket afterwards. */
export const recordRun = (db: Db, id: string, runId: string, roster: string[]) =>
  run(db, 'update grants set run_id = ?, roster = ? where id = ?', runId, JSON.stringify(roster), id)

/** Returns the parties of a run under a plan, whichever ticket of the plan the run began with. */
export function findRoster(db: Db, runId: string, planHash: string): string[] | undefined {
  const row = get(db, 'select roster from grants where run_id = ? and plan_hash = ? limit 1', runId, planHash)
  return row && JSON.parse(String(row.roster))
}

export const listGrants = (db: Db, taskId?: string) =>
  (taskId === undefined
    ? all(db, `select * from grants ${NEWEST}`)
    : all(db, `select * from grants where task_id = ? ${NEWEST}`, taskId)
  ).map(toGrant)

export const listGrantsOfDataset = (db: Db, datasetId: string) =>
  all(db, 'select * from grants where dataset_id = ? and withdraw_time is null', datasetId).map(toGrant)

/** Returns the number of answered stages of this type. A repeated request for the same state does not count. */
export const countStages = (db: Db, grantId: string, type: MessageType) =>
  Number(
    get(
      db,
      `select count(distinct iif(state_hash = '', message_id, state_hash)) as total from messages_used
       where grant_id = ? and message_type = ?`,
      grantId,
      type,
    )?.total,
  )

/** Returns whether the same request was answered before. The edge then sends the same answer again. */
export const isKnownStage = (db: Db, grantId: string, type: MessageType, stateHash: string) =>
  get(
    db,
    'select 1 as one from messages_used where grant_id = ? and message_type = ? and state_hash = ? limit 1',
    grantId,
    type,
    stateHash,
  ) !== undefined

/**
 * Returns the number of rounds that were answered under a ticket. A round counts from its beginning. Some algorithms
 * have no rounds.
 */
export function roundsUsed(db: Db, { id, plan, budget }: StoredGrant) {
  const messagesPerRound = Math.max(budget.train / plan.maxRounds, 1)
  return Math.min(plan.maxRounds, Math.ceil(countStages(db, id, 'train') / messagesPerRound))
}

export const countMessage = (
  db: Db,
  of: { grantId: string; runId: string; messageId: string; type: MessageType; stateHash: string; time: string },
) =>
  put(db, 'messages_used', {
    grant_id: of.grantId,
    run_id: of.runId,
    message_id: of.messageId,
    message_type: of.type,
    state_hash: of.stateHash,
    time: of.time,
  })

function toGrant(row: SqlRow): StoredGrant {
  return {
    id: String(row.id),
    number: String(row.number),
    taskId: String(row.task_id),
    taskName: String(row.task_name),
    parties: JSON.parse(String(row.parties)),
    plan: JSON.parse(String(row.plan)),
    codeHash: String(row.code_hash),
    planHash: String(row.plan_hash),
    datasetId: String(row.dataset_id),
    datasetName: String(row.dataset_name),
    mapping: JSON.parse(String(row.mapping)),
    rowCount: Number(row.row_count),
    leftOut: Number(row.left_out),
    budget: {
      query: Number(row.query_messages),
      train: Number(row.train_messages),
      evaluate: Number(row.evaluate_messages),
    },
    signedByUserId: String(row.signed_by_user_id),
    signedBy: String(row.signed_by),
    signTime: String(row.sign_time),
    expiryTime: String(row.expiry_time),
    withdrawTime: row.withdraw_time as string | null,
    runId: row.run_id as string | null,
    roster: row.roster === null ? null : JSON.parse(String(row.roster)),
    folder: String(row.folder),
    rowDigest: row.row_digest as string | null,
    comparedBelow: Number(row.compared_below),
    confirmedNear: JSON.parse(String(row.confirmed_near)),
  }
}

/** Returns what the edge reports to the platform about a ticket. The report contains none of its rows. */
export const noticeOf = (grant: StoredGrant): GrantNotice => ({
  id: grant.id,
  taskId: grant.taskId,
  planHash: grant.planHash,
  datasetId: grant.datasetId,
  rowCount: grant.rowCount,
  expiryTime: grant.expiryTime,
  withdrawn: grant.withdrawTime !== null,
  roundsLeft: grant.runId === null ? grant.plan.maxRounds : 0,
  number: grant.number,
  runId: grant.runId,
})

/**
 * Removes the row digest of a ticket under which no run began, so that later tickets are not compared with its rows.
 */
export const forgetRowDigest = (db: Db, id: string) =>
  run(db, 'update grants set row_digest = null where id = ? and run_id is null', id)

const apartKey = (grantId: string) => `apart ${grantId}`

/** Returns the columns with differing distributions that the ticket's run reported to the party's members. */
export function findApart(db: Db, grantId: string): DifferingColumn[] | undefined {
  const row = get(db, 'select value from facts where key = ?', apartKey(grantId))
  return row && JSON.parse(String(row.value))
}

export const saveApart = (db: Db, grantId: string, columns: DifferingColumn[]) =>
  put(db, 'facts', { key: apartKey(grantId), value: JSON.stringify(columns) })
