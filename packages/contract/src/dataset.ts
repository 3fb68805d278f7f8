import { z } from 'zod'
import type { ErrorParams } from './errors.ts'

export const ContentType = z.enum(['tabular', 'vision', 'nlp', 'graph', 'yolo'])
export type ContentType = z.infer<typeof ContentType>

/** Who inside the owning party may see a dataset. */
export const Sharing = z.enum(['person', 'department', 'party'])
export type Sharing = z.infer<typeof Sharing>

/** `labels`: any number of them in a row, a JSON list. */
export const ColumnType = z.enum(['number', 'integer', 'text', 'boolean', 'date', 'labels'])
export type ColumnType = z.infer<typeof ColumnType>

export const DATASET_LIMITS = { name: 40, description: 300 } as const
/** Uploads that a member has not saved yet: another one replaces the oldest, so that they do not fill an edge's disk. */
export const MAX_UNSAVED_UPLOADS = 20

/** How the readings of a column were changed to the task's: text that holds numbers was read as numbers. */
export const Conversion = z.enum(['none', 'to-number', 'to-text', 'to-boolean'])
export type Conversion = z.infer<typeof Conversion>

/** A value that takes another name, so that all parties write it alike. */
export const RenamedValue = z.object({ from: z.string(), to: z.string() })
export type RenamedValue = z.infer<typeof RenamedValue>

/** A task's column and the party's own column that stands for it. */
export const ColumnMapping = z.object({
  column: z.string(),
  from: z.string(),
  conversion: Conversion.default('none'),
  /** Renamed values of a column of categories. They stay at the edge: the platform gets the mapping without them. */
  values: z.array(RenamedValue).optional(),
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** What leaves the edge of it: renamed values are the rows' own. */
export const withoutValues = (mapping: readonly ColumnMapping[]): ColumnMapping[] =>
  mapping.map(({ values: _values, ...rest }) => rest)

/** A task to which a dataset, or rows set aside of it, was brought. */
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
  /** Empty in the data pool where there are more than a card could show. */
  columns: z.array(z.string()),
  columnCount: z.number().int().optional(),
  columnTypes: z.record(z.string(), ColumnType),
  /** Columns that hold labels where the kind of data says so; a table's label is chosen in the task. */
  labelColumns: z.array(z.string()),
  /** For rows set aside for a task: how its columns came from the party's own, where that was needed. */
  mapping: z.array(ColumnMapping),
  /** The column by which several rows are of one person; edges of earlier versions do not report it. */
  repeatedId: z.string().nullish(),
  /** From 1; one more each time its owner saved new data under its name. */
  version: z.number().int().optional(),
  /** Newest task first; told of one dataset, to whoever may delete it. */
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
 * How a member can have a column read: words such as NA as missing; as numbers, those with a mark included ("<0.5" as 0.5);
 * as numbers, everything else missing; as dates; or not at all.
 */
export const COLUMN_READINGS = [
  ...(['missing', 'numbers', 'numbers-only', 'dates', 'dates-day-first', 'dates-month-first', 'left-out'] as const),
] as const
export const ColumnReading = z.enum(COLUMN_READINGS)
export type ColumnReading = z.infer<typeof ColumnReading>

/** How somebody answered a file that could not be read as it is. */
export const ReadOptions = z.object({
  /** Leave rows out that do not fit, and count them. */
  skipBadRows: z.boolean().default(false),
  /** Name columns without a name, or with a name that was there before. */
  renameColumns: z.boolean().default(false),
  /** The line the header is in, where others stand above it. */
  headerLine: z.number().int().min(1).max(1_000).optional(),
  /** The first line is a row: columns are numbered. */
  noHeader: z.boolean().optional(),
  encoding: z.enum(CHOSEN_ENCODINGS).optional(),
  columns: z
    .array(z.object({ column: z.string(), as: ColumnReading }))
    .max(5_000)
    .optional(),
})
export type ReadOptions = z.infer<typeof ReadOptions>

/** The ways out an error may offer: reading the kept upload (`uploadId`) again with that option. */
export const REMEDIES = {
  'skip-rows': 'skipBadRows',
  'rename-columns': 'renameColumns',
  'header-line': 'headerLine',
  'no-header': 'noHeader',
  encoding: 'encoding',
} as const
export type Remedy = keyof typeof REMEDIES

/** What an error's parameters `remedy` and `otherRemedy` offer, the likelier first; `headerLine` and `encoding` give their values. */
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

/** What reading came to: nothing is dropped in silence. */
export const ReadingReport = z.object({
  /** Rows (pictures, texts, nodes) that were in the files, the rejected ones included; an edge or a label's line is none. */
  rowsRead: z.number().int(),
  rejected: z.array(
    z.object({
      reason: RejectReason,
      count: z.number().int(),
      /** The first few, so that they can be looked up. */
      examples: z.array(
        z.object({ file: z.string(), line: z.number().int().nullable(), entry: z.string().optional() }),
      ),
    }),
  ),
  renamed: z.array(z.object({ position: z.number().int(), from: z.string(), to: z.string() })),
  /** Files of the archive that nothing was read of; the first few by name. */
  unread: z.object({ count: z.number().int(), names: z.array(z.string()) }).optional(),
  /**
   * How a text file was read: encoding, separator, decimal mark, lines above the header; the sheet of a workbook; columns
   * that nothing was done with; folders such as train and test whose files were put together; why own ids
   * name no rows. Of a column, which words were read as missing and how often; of one that could be numbers or dates, how
   * many values keep it a text, the first of them and its line; how a member had it read; that its times are in UTC. Of a workbook, formulas without a
   * stored value, hidden rows and columns, and numbers of more digits than it stores. Of entities, how their file counts places; of COCO, the
   * first region marked as a crowd; folders of classes that differ only in capitals; the first file with a copy in another part.
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
      /** How many values, rows or columns it is about. */
      count: z.number().int().optional(),
      /** What the value would be read as by the first of the ways. */
      becomes: z.string().optional(),
      /** Other ways to read it, the likelier first: readings of the column, or encodings; see `withWay`. */
      ways: z.array(z.string()).optional(),
    }),
  ),
})
export type ReadingReport = z.infer<typeof ReadingReport>
export type ReadingNote = ReadingReport['notes'][number]

/** The options that take one of the ways a note offers, added to what was decided before. */
export function withWay(options: ReadOptions, { name, column = '' }: ReadingNote, way: string): ReadOptions {
  if (name === 'encoding' || name === 'encoding-doubtful') return ReadOptions.parse({ ...options, encoding: way })
  if (name === 'no-header') return { ...options, noHeader: true }
  const others = (options.columns ?? []).filter((one) => one.column !== column)
  return ReadOptions.parse({ ...options, columns: [...others, { column, as: way }] })
}

/** What an edge found in an uploaded file, before it has a name. */
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
  /** The archive, which is stored for an hour where a note offers another way to read it. */
  uploadId: z.string().optional(),
})
export type DatasetDraft = z.infer<typeof DatasetDraft>

/** What a dataset's own edge says of it to those who may read its rows. */
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
  labelColumns: z.array(z.string()),
  mapping: z.array(ColumnMapping),
  /** The column by which several rows are of one person; edges of earlier versions do not report it. */
  repeatedId: z.string().nullish(),
  createdByUserId: z.string(),
  orgCode: z.string(),
  createTime: z.string(),
  /** Set for the hidden child that stands for the rows offered to one task. */
  taskId: z.string().nullable(),
  parentId: z.string().nullable(),
  deleted: z.boolean(),
})
export type DatasetMetadata = z.infer<typeof DatasetMetadata>

/** Rows that are in no list any more and still lie at the edge, until a signer has deleted them. */
export const RemovedDataset = z.object({
  id: z.string(),
  name: z.string(),
  contentType: ContentType,
  rowCount: z.number().int(),
  sizeBytes: z.number(),
  createdBy: z.string(),
  removedTime: z.date(),
  /** The platform took it off its lists, or somebody saved another one under its name. */
  because: z.enum(['unlisted', 'overwritten']),
  /** When its files go, as a signer decided; until then it can be brought back. */
  eraseTime: z.date().nullable(),
})
export type RemovedDataset = z.infer<typeof RemovedDataset>

/** One column as its owner sees it. */
export const ColumnProfile = z.object({
  name: z.string(),
  type: ColumnType,
  missing: z.number().int(),
  distinct: z.number().int(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  mean: z.number().nullable(),
  /** A quarter, half and three quarters of the values lie below these. */
  quartiles: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** Counts of ten equal bins from minimum to maximum, or of the most frequent values. */
  bins: z.array(z.object({ label: z.string(), count: z.number().int() })),
})
export type ColumnProfile = z.infer<typeof ColumnProfile>

/** How often what is counted or measured (per picture, text or node) falls where. */
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

/** What is in a dataset of any kind, beside its columns; for the owner's members only. */
export const Analysis = z.object({
  /** Class balance of each label column: all of its classes, the most frequent first; at most 1,000 of them. */
  classes: z.array(
    z.object({ column: z.string(), values: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  ),
  distributions: z.array(Distribution),
})
export type Analysis = z.infer<typeof Analysis>

/** A condition on a column; several must all hold. */
export const RowFilter = z.object({
  column: z.string(),
  test: z.enum(['contains', 'equals', 'at-least', 'at-most', 'missing', 'present']),
  value: z.string().default(''),
})
export type RowFilter = z.infer<typeof RowFilter>

/** One class of a party's label, and the code it has in training; null until the initiator has agreed the codes. */
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

/** The class that a named value stands for: a whole number is one, whether a column writes it as `1` or as `1.0`. */
export const classNameOf = (feature: string) => feature.replace(/^(-?\d+)\.0+$/, '$1')

const GraphNode = z.object({ id: z.string(), label: z.string().nullable(), degree: z.number().int() })

/** A part of a graph, small enough to draw: nodes by their id, with their class where they have one. */
export const GraphSample = z.object({
  nodes: z.array(GraphNode),
  edges: z.array(z.object({ source: z.string(), target: z.string() })),
  /** Of the whole dataset. */
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  graphCount: z.number().int(),
})
export type GraphSample = z.infer<typeof GraphSample>

/** The same with what a model said of each node. */
export const PredictedGraph = GraphSample.extend({ nodes: z.array(GraphNode.extend({ result: z.string() })) })
export type PredictedGraph = z.infer<typeof PredictedGraph>

export const TableRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type TableRow = z.infer<typeof TableRow>
