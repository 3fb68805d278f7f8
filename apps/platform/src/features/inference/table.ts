import type { ErrorParams, InferenceResult } from '@tessera/contract'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { model } from '../model/table.ts'

/** An inference task that the platform serves for a party without an edge. */
export const inference = pgTable(
  'inference',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    modelId: text('model_id')
      .notNull()
      .references(() => model.id),
    partyId: text('party_id').notNull(),
    status: text('status', { enum: ['creating', 'created', 'running', 'completed', 'failed'] }).notNull(),
    failure: text('failure'),
    /** Parameters of the text that explains the failure. */
    failureParams: jsonb('failure_params').$type<ErrorParams>(),
    /**
     * Result of the predictions. It contains the inputs, which are rows, so the whole result is deleted after a day.
     */
    result: jsonb('result').$type<InferenceResult>(),
    resultTime: moment('result_time'),
    /** Time since when the task is being created or is running. */
    busySince: moment('busy_since'),
    createdByUserId: text('created_by_user_id').notNull(),
    createdBy: text('created_by').notNull(),
    createTime: moment('create_time').notNull(),
    deleteTime: moment('delete_time'),
  },
  (table) => [
    index('inference_party').on(table.partyId, table.createTime, table.id),
    index('inference_result').on(table.resultTime),
  ],
)

export type InferenceRow = typeof inference.$inferSelect
