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

/** The start model of a plan, with the model's input and output, which decide whether the model fits. */
export interface TaskStartKept {
  plan: PlanStart
  input: ModelInput
  output: ModelOutput
  /** Values of the parameters that determine the model's shape (`resumes` in the algorithm's manifest). */
  parameters: Parameters
}

const isInPool = (of: { deleteTime: SQLWrapper; visibility: SQLWrapper; status: SQLWrapper }) =>
  sql`${of.deleteTime} is null and ${of.visibility} <> 'private' and ${of.status} <> 'disbanded'`

export const task = pgTable(
  'task',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The name in the form that searches compare with (`lib/search-name.ts`). */
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
    /** Parameters that the initiator set. Defaults of the manifest apply to all others. */
    parameters: jsonb('parameters').$type<Parameters>(),
    columnSelection: jsonb('column_selection').$type<ColumnSelection>(),
    /** Columns of the task on which this task is based, proposed to the initiator. */
    proposedColumns: jsonb('proposed_columns').$type<string[]>(),
    originTaskId: text('origin_task_id'),
    /**
     * Ids of the parties that the plan names, once joining is closed. Null for independent research, which names only
     * its own party.
     */
    namedPartyIds: jsonb('named_party_ids').$type<string[]>(),
    /** Minimum number of parties in a run. */
    fewest: integer('fewest'),
    /** Time in minutes that a run waits for a party that is offline; null for the default. */
    waitMinutes: integer('wait_minutes'),
    /** Seed of the plan, created when joining closes or, for independent research, with the task. */
    seed: text('seed'),
    /** The model that training starts from; null for a random start. */
    start: jsonb('start').$type<TaskStartKept>(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdBy: text('created_by').notNull(),
    createTime: moment('create_time').notNull(),
    deleteTime: moment('delete_time'),
    /** Number of joined parties, by which the pool is sorted. `countJoined` updates it. */
    joinedCount: integer('joined_count').notNull().default(0),
  },
  (table) => [
    index('task_party').on(table.partyId),
    index('task_pool_parties').on(table.joinedCount, table.createTime, table.id).where(isInPool(table)),
    index('task_pool_name').on(table.searchName, table.createTime, table.id).where(isInPool(table)),
    index('task_status').on(table.status),
    // Index for searches, which stop after the first matches.
    index('task_listed')
      .on(table.createTime, table.id, table.searchName)
      .where(sql`${table.deleteTime} is null and ${table.status} <> 'disbanded'`),
    // Index with all columns of the pool's conditions, so that counting and paging read no whole rows.
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

/** Users who opened a task: one row per user and day, for the ranking of hot tasks. */
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

/** Notices about consent tickets, as edges reported them. The tickets themselves are stored at the edges. */
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
    /** The plan that the ticket covers; null if the plan had changed when the edge reported the ticket. */
    plan: jsonb('plan').$type<Plan>(),
    codeHash: text('code_hash'),
    /** Number of rounds that the ticket still covers; null if its edge did not report the number. */
    roundsLeft: integer('rounds_left'),
    /** The ticket's readable number, and the run that used the ticket; null if the edge did not report them. */
    number: text('number'),
    runId: text('run_id'),
    noticeTime: moment('notice_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.id] }), index('grant_notice_task').on(table.taskId)],
)

/** A class of a party's label and its agreed code. Rows of one class have the same code at every party. */
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
    /** Agreed code of the class; null until a code is proposed or agreed. */
    code: integer('code'),
    /** Position of the class in the order in which the party named its classes. */
    position: integer('position').notNull(),
  },
  (table) => [unique('selected_feature_of_party').on(table.taskId, table.partyId, table.feature)],
)

/**
 * A party's names of categories and classes, as a member confirmed them at the party's edge. They are deleted when
 * data, columns or label change.
 */
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
