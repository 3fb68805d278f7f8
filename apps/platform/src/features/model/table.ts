import type { Metrics, ModelCard } from '@tessera/contract'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

/** What one run trained: the ONNX file and its card, kept once whatever number of models points to it. */
export const artifact = pgTable('model_artifact', {
  /** The run's id. */
  id: text().primaryKey(),
  taskId: text().notNull(),
  taskName: text().notNull(),
  algorithmId: text().notNull(),
  contentType: text({ enum: ['tabular', 'vision', 'nlp', 'graph', 'yolo'] }).notNull(),
  metrics: jsonb().$type<Metrics>().notNull(),
  card: jsonb().$type<ModelCard>().notNull(),
  /** In the file store. */
  filePath: text().notNull(),
  sha256: text().notNull(),
  createTime: time().notNull(),
})

/** A party's own model, or one in the pool: texts around an artifact. */
export const model = pgTable(
  'model',
  {
    id: text().primaryKey(),
    artifactId: text()
      .notNull()
      .references(() => artifact.id),
    partyId: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    instruction: text().notNull(),
    application: text().notNull(),
    isPublished: boolean().notNull(),
    /** The party's own model that was published, or the pool's that was copied. */
    sourceModelId: text().references((): AnyPgColumn => model.id, { onDelete: 'set null' }),
    /** Copied from the pool: stays with its party. */
    isCopy: boolean().notNull(),
    downloadCount: integer().notNull(),
    createdByUserId: text().notNull(),
    createTime: time().notNull(),
    updateTime: time().notNull(),
    deleteTime: time(),
  },
  (table) => [index('model_party').on(table.partyId), index('model_artifact_of').on(table.artifactId)],
)

/** One inference task somewhere, the platform's or an edge's: counted, its rows unknown. */
export const modelUse = pgTable(
  'model_use',
  {
    id: text().primaryKey(),
    artifactId: text()
      .notNull()
      .references(() => artifact.id),
    modelId: text().notNull(),
    partyId: text().notNull(),
    userId: text().notNull(),
    /** Of the inference task. */
    name: text().notNull(),
    time: time().notNull(),
  },
  (table) => [index('model_use_artifact').on(table.artifactId)],
)

export type ArtifactRow = typeof artifact.$inferSelect
export type ModelRow = typeof model.$inferSelect
