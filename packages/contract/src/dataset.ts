import { z } from 'zod'
import type { ErrorParams } from './errors.ts'

export const ContentType = z.enum(['tabular', 'vision', 'nlp', 'graph', 'yolo'])
export type ContentType = z.infer<typeof ContentType>

/** Who inside the owning party can see a dataset. */
export const Sharing = z.enum(['person', 'department', 'party'])
export type Sharing = z.infer<typeof Sharing>

/** In a `labels` column, each row has a JSON list of any number of labels. */
export const ColumnType = z.enum(['number', 'integer', 'text', 'boolean', 'date', 'labels'])
export type ColumnType = z.infer<typeof ColumnType>

export const DATASET_LIMITS = { name: 40, description: 300 } as const
/**
 * Maximum number of uploads that a member has not saved yet. A further one replaces the oldest, so that they do not
 * fill an edge's disk.
 */
export const MAX_UNSAVED_UPLOADS = 20

/** How the values of a column were converted for the task, for example text with numbers to numbers. */
export const Conversion = z.enum(['none', 'to-number', 'to-text', 'to-boolean'])
export type Conversion = z.infer<typeof Conversion>

/** A value that is renamed so that all parties write it alike. */
export const RenamedValue = z.object({ from: z.string(), to: z.string() })
export type RenamedValue = z.infer<typeof RenamedValue>

/** A column of the task, and the party's own column that is used for it. */
export const ColumnMapping = z.object({
  column: z.string(),
  from: z.string(),
  conversion: Conversion.default('none'),
  /** Renamed values of a column of categories. They stay at the edge: the platform gets the mapping without them. */
  values: z.array(RenamedValue).optional(),
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** Returns the part of a mapping that leaves the edge. Renamed values come from the rows, so they are left out. */
export const withoutValues = (mapping: readonly ColumnMapping[]): ColumnMapping[] =>
  mapping.map(({ values: _values, ...rest }) => rest)

/** A task in which a dataset, or an offered subset of its rows, is used. */
export const DatasetUse = z.object({ taskId: z.string(), name: z.string(), isTraining: z.boolean() })
export type DatasetUse = z.infer<typeof DatasetUse>

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
  /** Empty in the data pool if there are more than a card can show. */
  columns: z.array(z.string()),
  columnCount: z.number().int().optional(),
  columnTypes: z.record(z.string(), ColumnType),
  /** Columns that hold labels, if the kind of data defines them. A table's label is chosen in the task. */
  labelColumns: z.array(z.string()),
  /** For rows offered to a task: how its columns were made from the party's own, if they differ. */
  mapping: z.array(ColumnMapping),
  /** The column that shows that several rows belong to one person; null if there is none. */
  repeatedId: z.string().nullable(),
  /** From 1. Increases by one each time the owner saves new data under the same name. */
  version: z.number().int().optional(),
  /** Newest task first. Only in the details of one dataset, for members who can delete it. */
  uses: z.array(DatasetUse).optional(),
  abilities: z.object({ readRows: z.boolean(), delete: z.boolean() }),
})
export type Dataset = z.infer<typeof Dataset>

/** Encodings that a member can choose for a text that is neither UTF-8 nor UTF-16. */
export const CHOSEN_ENCODINGS = [
  ...(['GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR'] as const),
  ...([
    'windows-1252',
    'windows-1250',
    'windows-1251',
    'KOI8-R',
    'windows-1253',
    'windows-1254',
    'windows-874',
  ] as const),
] as const
export type ChosenEncoding = (typeof CHOSEN_ENCODINGS)[number]

/**
 * How a member can have a column read: words such as NA as missing; as numbers, including those with a mark ("<0.5" as
 * 0.5); as numbers, with everything else missing; as dates; or not at all.
 */
export const COLUMN_READINGS = [
  ...(['missing', 'numbers', 'numbers-only', 'dates', 'dates-day-first', 'dates-month-first', 'left-out'] as const),
] as const
export const ColumnReading = z.enum(COLUMN_READINGS)
export type ColumnReading = z.infer<typeof ColumnReading>

/** A member's choices for a file that cannot be read as it is. */
export const ReadOptions = z.object({
  /** Skip rows that do not fit, and count them. */
  skipBadRows: z.boolean().default(false),
  /** Rename columns without a name, or with a duplicate name. */
  renameColumns: z.boolean().default(false),
  /** The number of the header line, if there are other lines above it. */
  headerLine: z.number().int().min(1).max(1_000).optional(),
  /** The first line is a row, so columns are numbered. */
  noHeader: z.boolean().optional(),
  encoding: z.enum(CHOSEN_ENCODINGS).optional(),
  columns: z
    .array(z.object({ column: z.string(), as: ColumnReading }))
    .max(5_000)
    .optional(),
})
export type ReadOptions = z.infer<typeof ReadOptions>

/** The remedies that an error can offer: reading the stored upload (`uploadId`) again with this option. */
export const REMEDIES = {
  'skip-rows': 'skipBadRows',
  'rename-columns': 'renameColumns',
  'header-line': 'headerLine',
  'no-header': 'noHeader',
  encoding: 'encoding',
} as const
export type Remedy = keyof typeof REMEDIES

/**
 * Returns the remedies in an error's parameters `remedy` and `otherRemedy`, the more likely one first. `headerLine` and
 * `encoding` give their values.
 */
export function remediesIn(params: ErrorParams): { remedy: Remedy; option: Partial<ReadOptions> }[] {
  return [params.remedy, params.otherRemedy].filter(isRemedy).map((remedy) => {
    const values: Partial<Record<Remedy, unknown>> = {
      'header-line': Number(params.headerLine),
      encoding: params.encoding,
    }
    return { remedy, option: { [REMEDIES[remedy]]: values[remedy] ?? true } }
  })
}

const isRemedy = (name: unknown): name is Remedy => typeof name === 'string' && Object.hasOwn(REMEDIES, name)

/** Why a row was left out: a key of the console's texts. */
export const RejectReason = z.enum([
  'empty',
  'width',
  'quote',
  'encoding',
  'too-long',
  'json',
  'no-text',
  'no-label',
  'tags-length',
  'entity-place',
  'no-picture',
  'bad-picture',
  'picture-unlisted',
  'bad-box',
  'class-unknown',
  'node-unknown',
  'node-repeated',
  'not-a-number',
])
export type RejectReason = z.infer<typeof RejectReason>

/** The result of reading: nothing is dropped without being reported. */
export const ReadingReport = z.object({
  /**
   * Rows (pictures, texts, nodes) in the files, including rejected ones. Edges of a graph and lines with labels do not
   * count.
   */
  rowsRead: z.number().int(),
  rejected: z.array(
    z.object({
      reason: RejectReason,
      count: z.number().int(),
      /** The first few, so that members can find them. */
      examples: z.array(
        z.object({ file: z.string(), line: z.number().int().nullable(), entry: z.string().optional() }),
      ),
    }),
  ),
  renamed: z.array(z.object({ position: z.number().int(), from: z.string(), to: z.string() })),
  /** Files of the archive that were not read, with the names of the first few. */
  unread: z.object({ count: z.number().int(), names: z.array(z.string()) }).optional(),
  /**
   * How a text file was read: encoding, separator, decimal mark, lines above the header; the sheet of a workbook;
   * ignored columns; folders such as train and test whose files were combined; why the file's own ids do not name rows.
   * For a column: which words were read as missing and how often; if it could be numbers or dates, how many values keep
   * it a text, the first of them and its line; the reading that a member chose; that its times are in UTC.
   * For a workbook: formulas without a stored value, hidden rows and columns, and numbers with more digits than it
   * stores.
   * For entities: how their file counts places. For COCO: the first region marked as a crowd. Also class folders that
   * differ only in capitals, and the first file with a copy in another part.
   */
  notes: z.array(
    z.object({
      name: z.enum([
        'encoding',
        'separator',
        'decimal',
        'sheet',
        'layout',
        'above-header',
        'sheets-unread',
        'merged',
        'encoding-doubtful',
        'columns-aside',
        'parts',
        'ids',
        'missing',
        'not-number',
        'entity-offsets',
        'crowds',
        'classes-merged',
        'copies',
        'missing-words',
        'not-date',
        'index',
        'no-header',
        'formulas',
        'hidden-rows',
        'hidden-columns',
        'read-as',
        'in-utc',
        'rounded',
        'thousands',
        'categories-merged',
        'coco-sizes',
        'first-pages',
        'entities-unchecked',
      ]),
      value: z.string(),
      column: z.string().optional(),
      line: z.number().int().optional(),
      /** Number of values, rows or columns concerned. */
      count: z.number().int().optional(),
      /** The result of reading the value in the first of the ways. */
      becomes: z.string().optional(),
      /** Other ways to read it, the more likely first: readings of the column, or encodings; see `withWay`. */
      ways: z.array(z.string()).optional(),
    }),
  ),
})
export type ReadingReport = z.infer<typeof ReadingReport>
export type ReadingNote = ReadingReport['notes'][number]

/** Adds the options for one of the ways in a note to the earlier choices. */
export function withWay(options: ReadOptions, { name, column = '' }: ReadingNote, way: string): ReadOptions {
  if (name === 'encoding' || name === 'encoding-doubtful') return ReadOptions.parse({ ...options, encoding: way })
  if (name === 'no-header') return { ...options, noHeader: true }
  const others = (options.columns ?? []).filter((one) => one.column !== column)
  return ReadOptions.parse({ ...options, columns: [...others, { column, as: way }] })
}

/** What an edge found in an uploaded file that has not been saved yet. */
export const DatasetDraft = z.object({
  draftId: z.string(),
  name: z.string(),
  path: z.string(),
  contentType: ContentType,
  columns: z.array(z.string()),
  columnTypes: z.record(z.string(), ColumnType),
  labelColumns: z.array(z.string()),
  tableName: z.string(),
  rowCount: z.number().int(),
  sizeBytes: z.number(),
  report: ReadingReport,
  /** The archive, which is stored for an hour if a note offers another way to read it. */
  uploadId: z.string().optional(),
})
export type DatasetDraft = z.infer<typeof DatasetDraft>

/** What the edge of a dataset shows to members who can read its rows. */
export const HeldDataset = Dataset.pick({
  id: true,
  name: true,
  contentType: true,
  rowCount: true,
  tableName: true,
  columns: true,
  columnTypes: true,
  labelColumns: true,
})
export type HeldDataset = z.infer<typeof HeldDataset>

/** What an edge reports to the platform about a dataset: never a row. */
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
  labelColumns: z.array(z.string()),
  mapping: z.array(ColumnMapping),
  /** The column that shows that several rows belong to one person; null if there is none. */
  repeatedId: z.string().nullable(),
  createdByUserId: z.string(),
  orgCode: z.string(),
  createTime: z.string(),
  /** Set for a hidden copy that represents the rows offered to one task. */
  taskId: z.string().nullable(),
  parentId: z.string().nullable(),
  deleted: z.boolean(),
})
export type DatasetMetadata = z.infer<typeof DatasetMetadata>

/** Rows that are no longer listed but still stored at the edge, until a signer deletes them. */
export const RemovedDataset = z.object({
  id: z.string(),
  name: z.string(),
  contentType: ContentType,
  rowCount: z.number().int(),
  sizeBytes: z.number(),
  createdBy: z.string(),
  removedTime: z.date(),
  /** The platform removed it from its lists, or a member saved another dataset under its name. */
  because: z.enum(['unlisted', 'overwritten']),
  /** When its files will be deleted, as a signer decided. Until then it can be restored. */
  eraseTime: z.date().nullable(),
})
export type RemovedDataset = z.infer<typeof RemovedDataset>

/** A profile of one column, for the dataset's owner. */
export const ColumnProfile = z.object({
  name: z.string(),
  type: ColumnType,
  missing: z.number().int(),
  distinct: z.number().int(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  mean: z.number().nullable(),
  /** The 25th, 50th and 75th percentiles. */
  quartiles: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** Counts in ten equal bins from minimum to maximum, or of the most frequent values. */
  bins: z.array(z.object({ label: z.string(), count: z.number().int() })),
})
export type ColumnProfile = z.infer<typeof ColumnProfile>

/** A histogram of a count or measurement per picture, text or node. */
export const Distribution = z.object({
  of: z.enum([
    'picture-width',
    'picture-height',
    'picture-bytes',
    'boxes-per-picture',
    'box-share',
    'text-length',
    'tokens',
    'entities',
    'degree',
    'graph-nodes',
    'graph-edges',
  ]),
  minimum: z.number(),
  maximum: z.number(),
  mean: z.number(),
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  bins: z.array(z.object({ label: z.string(), count: z.number().int() })),
})
export type Distribution = z.infer<typeof Distribution>

/** An analysis of a dataset of any kind, beside its columns; only for the owner's members. */
export const Analysis = z.object({
  /** Class balance of each label column: all of its classes, the most frequent first, at most 1,000. */
  classes: z.array(
    z.object({ column: z.string(), values: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  ),
  distributions: z.array(Distribution),
})
export type Analysis = z.infer<typeof Analysis>

/** A condition on a column. Several conditions are combined with AND. */
export const RowFilter = z.object({
  column: z.string(),
  test: z.enum(['contains', 'equals', 'at-least', 'at-most', 'missing', 'present']),
  value: z.string().default(''),
})
export type RowFilter = z.infer<typeof RowFilter>

/** A class of a party's label, with its code in training; null until the initiator has agreed the codes. */
export const SelectedFeature = z.object({
  id: z.string(),
  taskId: z.string(),
  partyId: z.string(),
  partyName: z.string(),
  tableName: z.string(),
  /** The label column. */
  label: z.string(),
  /** The class. */
  feature: z.string(),
  code: z.number().int().nullable(),
})
export type SelectedFeature = z.infer<typeof SelectedFeature>

/** Returns the class name of a value. A whole number is one class, whether a column writes it as `1` or as `1.0`. */
export const classNameOf = (feature: string) => feature.replace(/^(-?\d+)\.0+$/, '$1')

const GraphNode = z.object({ id: z.string(), label: z.string().nullable(), degree: z.number().int() })

/** A part of a graph that is small enough to draw: nodes by id, with their class if they have one. */
export const GraphSample = z.object({
  nodes: z.array(GraphNode),
  edges: z.array(z.object({ source: z.string(), target: z.string() })),
  /** Of the whole dataset. */
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  graphCount: z.number().int(),
})
export type GraphSample = z.infer<typeof GraphSample>

/** The same with the model's prediction for each node. */
export const PredictedGraph = GraphSample.extend({ nodes: z.array(GraphNode.extend({ result: z.string() })) })
export type PredictedGraph = z.infer<typeof PredictedGraph>

export const TableRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type TableRow = z.infer<typeof TableRow>
