import type { Metrics, Plan, RunEvent, RunFailure } from '@tessera/contract'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { task } from '../task/table.ts'
import type { RunParty } from './run-state.ts'

const time = () => timestamp({ withTimezone: true })

/** A training run. The row is the job: workers claim it, follow it and give it back by its lease. */
export const trainingRun = pgTable(
  'training_run',
  {
    id: text().primaryKey(),
    taskId: text()
      .notNull()
      .references(() => task.id),
    algorithmId: text().notNull(),
    codeHash: text().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    startedByUserId: text().notNull(),

    phase: text({ enum: ['submitted', 'queued', 'waiting', 'running', 'completed', 'failed', 'stopped'] }).notNull(),
    step: text({ enum: ['starting', 'statistics', 'train', 'evaluate', 'export'] }).notNull(),
    round: integer().notNull(),
    rounds: integer().notNull(),
    metrics: jsonb().$type<Metrics>().notNull(),
    parties: jsonb().$type<RunParty[]>().notNull(),
    waitingFor: jsonb().$type<string[]>().notNull(),
    failure: jsonb().$type<RunFailure>(),
    lastSeq: integer().notNull(),
    createTime: time().notNull(),
    startTime: time(),
    endTime: time(),

    /** Set before Flower is asked to start it, so that a worker that takes over knows it may have been. */
    isSubmitted: boolean().notNull().default(false),
    flowerRunId: text(),
    /** Of the single-run token that its ServerApp posts events with. */
    tokenHash: text(),
    /** Since when the SuperLink has not answered. */
    engineAwaySince: time(),
    /** Ended, and Flower and the edges have been told. */
    isReleased: boolean().notNull().default(false),
    leaseOwner: text(),
    leaseUntil: time(),
  },
  (table) => [index('training_run_task').on(table.taskId), index('training_run_open').on(table.isReleased)],
)

export const runEvent = pgTable(
  'run_event',
  {
    runId: text()
      .notNull()
      .references(() => trainingRun.id),
    seq: integer().notNull(),
    event: jsonb().$type<RunEvent>().notNull(),
    time: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

export type RunRow = typeof trainingRun.$inferSelect
