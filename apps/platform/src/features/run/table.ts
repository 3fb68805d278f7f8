import type { Findings, Metrics, Plan, RunEvent, RunFailure } from '@tessera/contract'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { task } from '../task/table.ts'
import type { EndedBy, RunParty, ServerDeaths } from './run-state.ts'

/** A training run. The row is the job: a worker claims the run by a lease, follows the run and returns it. */
export const trainingRun = pgTable(
  'training_run',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id),
    algorithmId: text('algorithm_id').notNull(),
    codeHash: text('code_hash').notNull(),
    plan: jsonb('plan').$type<Plan>().notNull(),
    startedByUserId: text('started_by_user_id').notNull(),

    phase: text('phase', {
      enum: ['submitted', 'queued', 'waiting', 'running', 'completed', 'failed', 'stopped'],
    }).notNull(),
    step: text('step', { enum: ['starting', 'statistics', 'train', 'evaluate', 'export'] }).notNull(),
    round: integer('round').notNull(),
    rounds: integer('rounds').notNull(),
    metrics: jsonb('metrics').$type<Metrics>().notNull(),
    scoredBy: text('scored_by', { enum: ['rows', 'leave-one-out'] }),
    /** The findings of a run that trains no model. */
    describedTable: jsonb('described_table').$type<Findings>(),
    parties: jsonb('parties').$type<RunParty[]>().notNull(),
    waitingFor: jsonb('waiting_for').$type<string[]>().notNull(),
    failure: jsonb('failure').$type<RunFailure>(),
    lastSeq: integer('last_seq').notNull(),
    createTime: moment('create_time').notNull(),
    startTime: moment('start_time'),
    endTime: moment('end_time'),

    /**
     * Whether Flower was asked to start the run. It is set before the request, so that a worker that takes over knows
     * that Flower may have started the run.
     */
    isSubmitted: boolean('is_submitted').notNull().default(false),
    attemptId: text('attempt_id'),
    /** Identifier of the fleet's start under which the run's ServerApp runs. */
    fleetStart: text('fleet_start'),
    /**
     * Time at which the run last resumed after its ServerApp or fleet ended. It is replaced by the time at which the
     * resumed run was handed to Flower.
     */
    resumedTime: moment('resumed_time'),
    serverDeaths: jsonb('server_deaths').$type<ServerDeaths>(),
    /** Hash of the token with which the run's ServerApp posts events. The token is valid for this run only. */
    tokenHash: text('token_hash'),
    /** Time since when the SuperLink has not answered. */
    engineAwaySince: moment('engine_away_since'),
    /** Whether a member requested that the run finish early with the best model so far. */
    finishesEarly: boolean('finishes_early').notNull().default(false),
    /** The member who finished the run early or stopped it. */
    endedBy: jsonb('ended_by').$type<EndedBy>(),
    /** Whether the run has ended and Flower and the edges have been notified. */
    isReleased: boolean('is_released').notNull().default(false),
    leaseOwner: text('lease_owner'),
    leaseUntil: moment('lease_until'),
  },
  (table) => [index('training_run_task').on(table.taskId), index('training_run_open').on(table.isReleased)],
)

export const runEvent = pgTable(
  'run_event',
  {
    runId: text('run_id')
      .notNull()
      .references(() => trainingRun.id),
    seq: integer('seq').notNull(),
    event: jsonb('event').$type<RunEvent>().notNull(),
    time: moment('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

export type RunRow = typeof trainingRun.$inferSelect
