import { type Metrics, type ModelCard, withInput } from '@tessera/contract'
import { type AnyPgColumn, boolean, customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../db/table.ts'

/** Cards of earlier versions read as those of this one do. */
const cardColumn = customType<{ data: ModelCard; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (card) => JSON.stringify(card),
  fromDriver: (kept) => withInput(typeof kept === 'string' ? JSON.parse(kept) : kept) as ModelCard,
})

/** What one run trained, or somebody uploaded: the ONNX file and its card, kept once whatever number of models points to it. */
export const artifact = pgTable('model_artifact', {
  /** The run's id; one of its own of a model that no run here trained, of which there is neither task nor algorithm. */
  id: text('id').primaryKey(),
  taskId: text('task_id'),
  taskName: text('task_name'),
  algorithmId: text('algorithm_id'),
  contentType: text('content_type', { enum: ['tabular', 'vision', 'nlp', 'graph', 'yolo'] }).notNull(),
  metrics: jsonb('metrics').$type<Metrics>().notNull(),
  card: cardColumn('card').notNull(),
  /** In the file store. */
  filePath: text('file_path').notNull(),
  sha256: text('sha256').notNull(),
  /** When its file was compared with `sha256` and checked; null for one of before models were. */
  checkTime: moment('check_time'),
  createTime: moment('create_time').notNull(),
})

/** A party's own model, or one in the pool: texts around an artifact. */
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
    /** The party's own model that was published, or the pool's that was copied. */
    sourceModelId: text('source_model_id').references((): AnyPgColumn => model.id, { onDelete: 'set null' }),
    /** Copied from the pool: stays with its party. */
    isCopy: boolean('is_copy').notNull(),
    downloadCount: integer('download_count').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createTime: moment('create_time').notNull(),
    updateTime: moment('update_time').notNull(),
    deleteTime: moment('delete_time'),
  },
  (table) => [index('model_party').on(table.partyId), index('model_artifact_of').on(table.artifactId)],
)

/** A use of a model, on the platform or at an edge: counted, its rows unknown. */
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
    /** Of the inference task; empty where none was made. */
    name: text('name').notNull(),
    time: moment('time').notNull(),
  },
  (table) => [index('model_use_artifact').on(table.artifactId)],
)

/** An uploaded file that was checked and waits for its card. */
export const modelDraft = pgTable('model_draft', {
  id: text('id').primaryKey(),
  partyId: text('party_id').notNull(),
  userId: text('user_id').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  bytes: integer('bytes').notNull(),
  /** It has a description of ours: what it takes and gives is not asked. */
  saysItself: boolean('says_itself').notNull(),
  createTime: moment('create_time').notNull(),
})

export type ArtifactRow = typeof artifact.$inferSelect
export type DraftRow = typeof modelDraft.$inferSelect
export type ModelRow = typeof model.$inferSelect
