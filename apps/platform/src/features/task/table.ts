import type {
  ColumnSelection,
  ModelInput,
  ModelOutput,
  Parameters,
  PartyNames,
  Plan,
  PlanStart,
} from '@tessera/contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** With what the model takes and gives, by which it fits a plan or not. */
export interface TaskStartKept {
  plan: PlanStart
  input: ModelInput
  output: ModelOutput
  /** Of those that its shape follows from (`resumes` in the algorithm's manifest). */
  parameters: Parameters
}

const isInPool = (of: { deleteTime: SQLWrapper; visibility: SQLWrapper; status: SQLWrapper }) =>
  sql`${of.deleteTime} is null and ${of.visibility} <> 'private' and ${of.status} <> 'disbanded'`

export const task = pgTable(
  'task',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** What a search looks at (`lib/search-name.ts`). */
    searchName: text('search_name').notNull().default(''),
    description: text('description').notNull(),
    avatar: text('avatar'),
    partyId: text('party_id').notNull(),
    visibility: text('visibility', { enum: ['public', 'invite-only', 'private'] }).notNull(),
    status: text('status', {
      enum: ['recruiting', 'training', 'completed', 'failed', 'stopped', 'disbanded'],
    }).notNull(),
    researchType: text('research_type', { enum: ['federated', 'independent'] }).notNull(),
    algorithmId: text('algorithm_id'),
    /** What the initiator set; the manifest's defaults fill the rest. */
    parameters: jsonb('parameters').$type<Parameters>(),
    columnSelection: jsonb('column_selection').$type<ColumnSelection>(),
    /** Of the task it was created from. */
    proposedColumns: jsonb('proposed_columns').$type<string[]>(),
    originTaskId: text('origin_task_id'),
    /** Ids of those that the plan names, once joining is closed; independent research names its own party without. */
    namedPartyIds: jsonb('named_party_ids').$type<string[]>(),
    /** The least of them that a run may have. */
    fewest: integer('fewest'),
    /** How long a run waits for one that is away; null: as long as runs do unless they are told. */
    waitMinutes: integer('wait_minutes'),
    /** Of the plan; made when joining is closed, for independent research with the task. */
    seed: text('seed'),
    /** The model that training starts from; null: a drawn one. */
    start: jsonb('start').$type<TaskStartKept>(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdBy: text('created_by').notNull(),
    createTime: moment('create_time').notNull(),
    deleteTime: moment('delete_time'),
    /** How many parties are in it, for the order of the pool; kept by `countJoined`. */
    joinedCount: integer('joined_count').notNull().default(0),
  },
  (table) => [
    index('task_party').on(table.partyId),
    index('task_pool_parties').on(table.joinedCount, table.createTime, table.id).where(isInPool(table)),
    index('task_pool_name').on(table.searchName, table.createTime, table.id).where(isInPool(table)),
    index('task_status').on(table.status),
    // For a search, which ends with the first few that it finds.
    index('task_listed')
      .on(table.createTime, table.id, table.searchName)
      .where(sql`${table.deleteTime} is null and ${table.status} <> 'disbanded'`),
    // All that the pool's conditions ask about, so that counting and turning pages reads no whole row.
    index('task_pool')
      .on(table.createTime, table.id, table.status, table.researchType, table.searchName)
      .where(isInPool(table)),
  ],
)

export const registration = pgTable(
  'registration',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    partyId: text('party_id').notNull(),
    role: text('role', { enum: ['initiator', 'participant'] }).notNull(),
    status: text('status', { enum: ['applying', 'joined', 'rejected', 'left', 'invited', 'declined'] }).notNull(),
    datasetId: text('dataset_id'),
    note: text('note').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdBy: text('created_by').notNull(),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    unique('registration_of_party').on(table.taskId, table.partyId),
    index('registration_party').on(table.partyId, table.status, table.taskId, table.createdByUserId),
  ],
)

export const taskInvite = pgTable('task_invite', {
  code: text('code').primaryKey(),
  taskId: text('task_id')
    .notNull()
    .references(() => task.id),
  expiryTime: moment('expiry_time').notNull(),
  usedByPartyId: text('used_by_party_id'),
})

/** One row for each reader and day: what makes a task hot. */
export const taskView = pgTable(
  'task_view',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    userId: text('user_id').notNull(),
    day: date('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.userId, table.day] })],
)

/** What edges told of their tickets. The tickets themselves are at the edges. */
export const grantNotice = pgTable(
  'grant_notice',
  {
    partyId: text('party_id').notNull(),
    id: text('id').notNull(),
    taskId: text('task_id').notNull(),
    planHash: text('plan_hash').notNull(),
    datasetId: text('dataset_id').notNull(),
    rowCount: integer('row_count').notNull(),
    expiryTime: moment('expiry_time').notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull(),
    /** What it covers, where that was the plan when it was told; without parties, it is of before they were named. */
    plan: jsonb('plan').$type<Plan>(),
    codeHash: text('code_hash'),
    /** Null: its edge did not say. */
    roundsLeft: integer('rounds_left'),
    /** What people call it by, and the run it paid for; null where its edge did not say. */
    number: text('number'),
    runId: text('run_id'),
    noticeTime: moment('notice_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.id] }), index('grant_notice_task').on(table.taskId)],
)

/** A class of a party's label, and the code agreed for it; two parties' rows of one class carry one code. */
export const selectedFeature = pgTable(
  'selected_feature',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    partyId: text('party_id').notNull(),
    tableName: text('table_name').notNull(),
    label: text('label').notNull(),
    feature: text('feature').notNull(),
    /** Null until it is proposed or agreed. */
    code: integer('code'),
    /** As the party named them. */
    position: integer('position').notNull(),
  },
  (table) => [unique('selected_feature_of_party').on(table.taskId, table.partyId, table.feature)],
)

/** What a party's plan names of its rows, as a member confirmed it at its edge; gone once data, columns or label are others. */
export const partyNames = pgTable(
  'party_names',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    partyId: text('party_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    names: jsonb('names').$type<PartyNames>().notNull(),
    confirmTime: moment('confirm_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.partyId] })],
)

export type TaskRow = typeof task.$inferSelect
export type RegistrationRow = typeof registration.$inferSelect
export type GrantNoticeRow = typeof grantNotice.$inferSelect
export type PartyNamesRow = typeof partyNames.$inferSelect
export type SelectedFeatureRow = typeof selectedFeature.$inferSelect
