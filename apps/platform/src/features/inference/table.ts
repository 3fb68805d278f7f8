import type { InferenceResult } from '@tessera/contract'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { model } from '../model/table.ts'

const time = () => timestamp({ withTimezone: true })

/** An inference task served by the platform, for a party without an edge. */
export const inference = pgTable(
  'inference',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    modelId: text()
      .notNull()
      .references(() => model.id),
    partyId: text().notNull(),
    status: text({ enum: ['creating', 'created', 'running', 'completed', 'failed'] }).notNull(),
    failure: text(),
    /** Holds the inputs: they are rows, so the whole result is forgotten a day after it was made. */
    result: jsonb().$type<InferenceResult>(),
    resultTime: time(),
    createdByUserId: text().notNull(),
    createdBy: text().notNull(),
    createTime: time().notNull(),
    deleteTime: time(),
  },
  (table) => [index('inference_party').on(table.partyId), index('inference_result').on(table.resultTime)],
)

export type InferenceRow = typeof inference.$inferSelect
