import { z } from 'zod'

export const ContentType = z.enum(['tabular', 'vision', 'nlp', 'graph', 'yolo'])
export type ContentType = z.infer<typeof ContentType>

/** Who inside the owning party may see a dataset. */
export const Sharing = z.enum(['person', 'department', 'party'])
export type Sharing = z.infer<typeof Sharing>

export const ColumnType = z.enum(['number', 'integer', 'text', 'boolean', 'date'])
export type ColumnType = z.infer<typeof ColumnType>

export const DATASET_LIMITS = { name: 40, description: 300 } as const

export const Dataset = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  partyId: z.string(),
  partyName: z.string(),
  createdBy: z.string(),
  createTime: z.date(),
  contentType: ContentType,
  sharing: Sharing,
  /** Readable, such as `120.4 KB`. */
  size: z.string(),
  rowCount: z.number().int(),
  tableName: z.string(),
  columns: z.array(z.string()),
  columnTypes: z.record(z.string(), ColumnType),
  abilities: z.object({ readRows: z.boolean(), delete: z.boolean() }),
})
export type Dataset = z.infer<typeof Dataset>

/** What an edge found in an uploaded file, before it has a name. */
export const DatasetDraft = z.object({
  draftId: z.string(),
  name: z.string(),
  path: z.string(),
  contentType: ContentType,
  columns: z.array(z.string()),
  columnTypes: z.record(z.string(), ColumnType),
  tableName: z.string(),
  rowCount: z.number().int(),
  sizeBytes: z.number(),
})
export type DatasetDraft = z.infer<typeof DatasetDraft>

/** What an edge tells the platform of a dataset: never a row. */
export const DatasetMetadata = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  contentType: ContentType,
  sharing: Sharing,
  sizeBytes: z.number(),
  rowCount: z.number().int(),
  tableName: z.string(),
  columns: z.array(z.string()),
  columnTypes: z.record(z.string(), ColumnType),
  createdByUserId: z.string(),
  orgCode: z.string(),
  createTime: z.string(),
  /** Set for the hidden child that stands for the rows lent to one task. */
  taskId: z.string().nullable(),
  parentId: z.string().nullable(),
  deleted: z.boolean(),
})
export type DatasetMetadata = z.infer<typeof DatasetMetadata>

/** One column as its owner sees it. */
export const ColumnProfile = z.object({
  name: z.string(),
  type: ColumnType,
  missing: z.number().int(),
  distinct: z.number().int(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  mean: z.number().nullable(),
  /** Counts of ten equal bins from minimum to maximum, or of the most frequent values. */
  bins: z.array(z.object({ label: z.string(), count: z.number().int() })),
})
export type ColumnProfile = z.infer<typeof ColumnProfile>

export const TableRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type TableRow = z.infer<typeof TableRow>
