import type { ErrorParams, InferenceResult } from '@tessera/contract'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'
import { model } from '../model/table.ts'

/** An inference task served by the platform, for a party without an edge. */
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
    /** Parameters of the failure's text. */
    failureParams: jsonb('failure_params').$type<ErrorParams>(),
    /** Contains the inputs, which are rows, so the whole result is deleted after a day. */
    result: jsonb('result').$type<InferenceResult>(),
    resultTime: moment('result_time'),
    /** Since when it is being created or is running. */
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
