import { CONTENT_TYPES, type Metrics, type ModelCard } from '@tessera/contract'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** The ONNX file and the card of one run or upload. They are stored once for all models that refer to them. */
export const artifact = pgTable('model_artifact', {
  /** Id of the run. An imported model has an id of its own, and neither task nor algorithm. */
  id: text('id').primaryKey(),
  taskId: text('task_id'),
  taskName: text('task_name'),
  algorithmId: text('algorithm_id'),
  contentType: text('content_type', { enum: CONTENT_TYPES }).notNull(),
  metrics: jsonb('metrics').$type<Metrics>().notNull(),
  card: jsonb('card').$type<ModelCard>().notNull(),
  /** Path of the file in the file store. */
  filePath: text('file_path').notNull(),
  sha256: text('sha256').notNull(),
  createTime: moment('create_time').notNull(),
})

/** A party's own model, or a model in the pool. The row adds texts to an artifact. */
export const model = pgTable(
  'model',
  {
    id: text('id').primaryKey(),
    artifactId: text('artifact_id')
      .notNull()
      .references(() => artifact.id),
    partyId: text('party_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    instruction: text('instruction').notNull(),
    application: text('application').notNull(),
    isPublished: boolean('is_published').notNull(),
    /** For a model in the pool, the party's model that was published; for a copy, the pool model that was copied. */
    sourceModelId: text('source_model_id').references((): AnyPgColumn => model.id, { onDelete: 'set null' }),
    /** Whether the model was copied from the pool. A copy cannot be published again. */
    isCopy: boolean('is_copy').notNull(),
    downloadCount: integer('download_count').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createTime: moment('create_time').notNull(),
    updateTime: moment('update_time').notNull(),
    deleteTime: moment('delete_time'),
  },
  (table) => [index('model_party').on(table.partyId), index('model_artifact_of').on(table.artifactId)],
)

/** One use of a model, on the platform or at an edge. The platform does not know the rows of the use. */
export const modelUse = pgTable(
  'model_use',
  {
    id: text('id').primaryKey(),
    artifactId: text('artifact_id')
      .notNull()
      .references(() => artifact.id),
    modelId: text('model_id').notNull(),
    partyId: text('party_id').notNull(),
    userId: text('user_id').notNull(),
    /** Name of the inference task; empty for predictions without a task. */
    name: text('name').notNull(),
    time: moment('time').notNull(),
  },
  (table) => [index('model_use_artifact').on(table.artifactId)],
)

/** An uploaded file that was checked and for which the member has not entered the card yet. */
export const modelDraft = pgTable('model_draft', {
  id: text('id').primaryKey(),
  partyId: text('party_id').notNull(),
  userId: text('user_id').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  bytes: integer('bytes').notNull(),
  /** Whether the file contains Tessera's description, so that the member need not describe its inputs and output. */
  saysItself: boolean('says_itself').notNull(),
  createTime: moment('create_time').notNull(),
})

export type ArtifactRow = typeof artifact.$inferSelect
export type DraftRow = typeof modelDraft.$inferSelect
export type ModelRow = typeof model.$inferSelect
