import { z } from 'zod'
import type { ErrorParams } from './errors.ts'
import { CONTENT_TYPES } from './kinds/data-kinds.ts'

export const ContentType = z.enum(CONTENT_TYPES)
export type ContentType = z.infer<typeof ContentType>

/** Which members of the owning party can see a dataset. */
export const Sharing = z.enum(['person', 'department', 'party'])
export type Sharing = z.infer<typeof Sharing>

/** Types of columns. In a `labels` column, each row contains a JSON list of any number of labels. */
export const ColumnType = z.enum(['number', 'integer', 'text', 'boolean', 'date', 'labels'])
export type ColumnType = z.infer<typeof ColumnType>

export const DATASET_LIMITS = { name: 40, description: 300 } as const
/**
 * Maximum number of uploads that a member has not saved yet. The next upload replaces the oldest, so that unsaved
 * uploads do not fill an edge's disk.
 */
export const MAX_UNSAVED_UPLOADS = 20

/** How the values of a column were converted for the task, for example text with numbers to numbers. */
export const Conversion = z.enum(['none', 'to-number', 'to-text', 'to-boolean'])
export type Conversion = z.infer<typeof Conversion>

/** A value of the party's rows that is renamed, so that all parties write it in the same way. */
export const RenamedValue = z.object({ from: z.string(), to: z.string() })
export type RenamedValue = z.infer<typeof RenamedValue>

/** A column of the task, and the party's own column that is used for it. */
export const ColumnMapping = z.object({
  column: z.string(),
  from: z.string(),
  conversion: Conversion.default('none'),
  /**
   * Renamed values of a column of categories. They remain at the edge: the platform gets the mapping without this
   * field.
   */
  values: z.array(RenamedValue).optional(),
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** Returns the mapping without renamed values. These values come from rows, so they must not leave the edge. */
export const withoutValues = (mapping: readonly ColumnMapping[]): ColumnMapping[] =>
  mapping.map(({ values: _values, ...rest }) => rest)

/** A task that uses a dataset or a subset of its rows. */
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
  /** Size in readable form, such as `120.4 KB`. */
  size: z.string(),
  rowCount: z.number().int(),
  tableName: z.string(),
  /** Names of the columns. In the data pool, the list is empty if a card cannot show all of them. */
  columns: z.array(z.string()),
  columnCount: z.number().int().optional(),
  columnTypes: z.record(z.string(), ColumnType),
  /** Columns with labels, if the kind of data determines them. The label of a table is chosen in the task. */
  labelColumns: z.array(z.string()),
  /** For rows offered to a task: how the task's columns are derived from the party's own columns, if they differ. */
  mapping: z.array(ColumnMapping),
  /**
   * The column whose value identifies a person, if several rows belong to one person; null if there is no such column.
   */
  repeatedId: z.string().nullable(),
  /** Version of the data, starting at 1. It increases by one each time the owner saves new data under the same name. */
  version: z.number().int().optional(),
  /**
   * Tasks that use the dataset, newest first. Only the details of a single dataset contain them, for members who can
   * delete the dataset.
   */
  uses: z.array(DatasetUse).optional(),
  abilities: z.object({ readRows: z.boolean(), delete: z.boolean() }),
})
export type Dataset = z.infer<typeof Dataset>

/** Character encodings that a member can choose for a text that is neither UTF-8 nor UTF-16. */
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
 * Ways in which a member can have a column read: words such as NA as missing; as numbers, including values with a
 * comparison sign ("<0.5" as 0.5); as numbers, with all other values missing; as dates; or not at all.
 */
export const COLUMN_READINGS = [
  ...(['missing', 'numbers', 'numbers-only', 'dates', 'dates-day-first', 'dates-month-first', 'left-out'] as const),
] as const
export const ColumnReading = z.enum(COLUMN_READINGS)
export type ColumnReading = z.infer<typeof ColumnReading>

/** Options that a member chooses for a file that cannot be read without them. */
export const ReadOptions = z.object({
  /** Whether to skip rows that do not fit the table, and count them. */
  skipBadRows: z.boolean().default(false),
  /** Whether to rename columns that have no name or a duplicate one. */
  renameColumns: z.boolean().default(false),
  /** The number of the header line, if other lines precede it. */
  headerLine: z.number().int().min(1).max(1_000).optional(),
  /** Whether the file has no header: its first line is a row, so the columns are numbered. */
  noHeader: z.boolean().optional(),
  encoding: z.enum(CHOSEN_ENCODINGS).optional(),
  columns: z
    .array(z.object({ column: z.string(), as: ColumnReading }))
    .max(5_000)
    .optional(),
})
export type ReadOptions = z.infer<typeof ReadOptions>

/** The remedies that an error can offer. Each remedy reads the stored upload (`uploadId`) again with this option. */
export const REMEDIES = {
  'skip-rows': 'skipBadRows',
  'rename-columns': 'renameColumns',
  'header-line': 'headerLine',
  'no-header': 'noHeader',
  encoding: 'encoding',
} as const
export type Remedy = keyof typeof REMEDIES

/**
 * Returns the remedies in an error's parameters `remedy` and `otherRemedy`, the more likely one first. The parameters
 * `headerLine` and `encoding` contain the options' values.
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

/** Why a row was rejected. Each value is a key of the console's texts. */
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

/** The result of reading a file. Every row that was dropped is reported here. */
export const ReadingReport = z.object({
  /**
   * Number of rows (pictures, texts, nodes) in the files, including rejected ones. Edges of a graph and lines with
   * labels are not counted.
   */
  rowsRead: z.number().int(),
  rejected: z.array(
    z.object({
      reason: RejectReason,
      count: z.number().int(),
      /** The first rejected rows, so that members can find them in the file. */
      examples: z.array(
        z.object({ file: z.string(), line: z.number().int().nullable(), entry: z.string().optional() }),
      ),
    }),
  ),
  renamed: z.array(z.object({ position: z.number().int(), from: z.string(), to: z.string() })),
  /** Files of the archive that were not read: their number, and the names of the first of them. */
  unread: z.object({ count: z.number().int(), names: z.array(z.string()) }).optional(),
  /**
   * Notes on how a file was read.
   * For a text file: encoding, separator, decimal mark, lines above the header, ignored columns; folders such as train
   * and test whose files were combined; why the file's own ids do not identify rows.
   * For a column: words that were read as missing, with their number; if the column could be numbers or dates, the
   * number of values that prevent this, and the first of them with its line; the reading that a member chose; that its
   * times are in UTC.
   * For a workbook: the sheet; formulas without a stored value, hidden rows and columns, and numbers with more digits
   * than the workbook stores.
   * For entities: how the file counts positions. For COCO: the first region marked as a crowd. Also class folders whose
   * names differ only in case, and the first file that has a copy in another part.
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
      /** Number of values, rows or columns to which the note refers. */
      count: z.number().int().optional(),
      /** How the value would be read in the first of the `ways`. */
      becomes: z.string().optional(),
      /**
       * Other ways to read the value, the more likely one first: readings of the column, or encodings; see `withWay`.
       */
      ways: z.array(z.string()).optional(),
    }),
  ),
})
export type ReadingReport = z.infer<typeof ReadingReport>
export type ReadingNote = ReadingReport['notes'][number]

/** Returns the member's earlier options with one of the ways of a note added. */
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
  /** Id of the uploaded archive, which is stored for an hour if a note offers another way to read it. */
  uploadId: z.string().optional(),
})
export type DatasetDraft = z.infer<typeof DatasetDraft>

/** The details of a dataset that the edge shows to members who can read the dataset's rows. */
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

/** What an edge reports to the platform about a dataset. It never contains a row. */
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
  /**
   * The column whose value identifies a person, if several rows belong to one person; null if there is no such column.
   */
  repeatedId: z.string().nullable(),
  createdByUserId: z.string(),
  orgCode: z.string(),
  createTime: z.string(),
  /** Id of the task. Set for a hidden child dataset, which represents the rows offered to that task. */
  taskId: z.string().nullable(),
  parentId: z.string().nullable(),
  deleted: z.boolean(),
})
export type DatasetMetadata = z.infer<typeof DatasetMetadata>

/** A dataset that is no longer listed, but whose rows are stored at the edge until a signer deletes them. */
export const RemovedDataset = z.object({
  id: z.string(),
  name: z.string(),
  contentType: ContentType,
  rowCount: z.number().int(),
  sizeBytes: z.number(),
  createdBy: z.string(),
  removedTime: z.date(),
  /**
   * Why the dataset is no longer listed: the platform removed it from its lists, or a member saved another dataset
   * under the same name.
   */
  because: z.enum(['unlisted', 'overwritten']),
  /** Time at which the files will be deleted, if a signer has decided so. Until then, the dataset can be restored. */
  eraseTime: z.date().nullable(),
})
export type RemovedDataset = z.infer<typeof RemovedDataset>

/** A profile of one column, shown to the dataset's owner. */
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
  /** Counts of values in ten equal bins from minimum to maximum, or counts of the most frequent values. */
  bins: z.array(z.object({ label: z.string(), count: z.number().int() })),
})
export type ColumnProfile = z.infer<typeof ColumnProfile>

/** A histogram of a number that each picture, text or node has. */
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

/**
 * An analysis of a dataset of any kind, in addition to the profiles of its columns. Only members of the owning party
 * see it.
 */
export const Analysis = z.object({
  /** Class balance of each label column: its classes, most frequent first, at most 1,000. */
  classes: z.array(
    z.object({ column: z.string(), values: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  ),
  distributions: z.array(Distribution),
})
export type Analysis = z.infer<typeof Analysis>

/** A condition on the value of a column. Several conditions are combined with AND. */
export const RowFilter = z.object({
  column: z.string(),
  test: z.enum(['contains', 'equals', 'at-least', 'at-most', 'missing', 'present']),
  value: z.string().default(''),
})
export type RowFilter = z.infer<typeof RowFilter>

/** A class of a party's label, with its code in training. The code is null until the initiator has set the codes. */
export const SelectedFeature = z.object({
  id: z.string(),
  taskId: z.string(),
  partyId: z.string(),
  partyName: z.string(),
  tableName: z.string(),
  /** Name of the label column of this class. */
  label: z.string(),
  /** Name of the class as the party wrote it. */
  feature: z.string(),
  code: z.number().int().nullable(),
})
export type SelectedFeature = z.infer<typeof SelectedFeature>

/**
 * Returns the class name of a value. A whole number is the same class whether a column writes it as `1` or as `1.0`.
 */
export const classNameOf = (feature: string) => feature.replace(/^(-?\d+)\.0+$/, '$1')

const GraphNode = z.object({ id: z.string(), label: z.string().nullable(), degree: z.number().int() })

/** A part of a graph that is small enough to draw: its nodes by id, each with its class if it has one. */
export const GraphSample = z.object({
  nodes: z.array(GraphNode),
  edges: z.array(z.object({ source: z.string(), target: z.string() })),
  /** Number of nodes in the whole dataset, not only in this part. */
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  graphCount: z.number().int(),
})
export type GraphSample = z.infer<typeof GraphSample>

/** A part of a graph, with the model's prediction for each node. */
export const PredictedGraph = GraphSample.extend({ nodes: z.array(GraphNode.extend({ result: z.string() })) })
export type PredictedGraph = z.infer<typeof PredictedGraph>

export const TableRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type TableRow = z.infer<typeof TableRow>
