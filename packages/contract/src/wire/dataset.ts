import { z } from 'zod'
import {
  Analysis,
  ColumnMapping,
  ColumnProfile,
  ColumnType,
  ContentType,
  Dataset,
  DatasetDraft,
  GraphSample,
  HeldDataset,
  ReadOptions,
  RemovedDataset,
  RowFilter,
  SelectedFeature,
  TableRow,
} from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { DELETED_ROWS_DAYS, PICTURE_TOKEN_MINUTES } from '../figures.ts'
import { DatasetSort } from '../pools.ts'
import { Proof } from '../signing.ts'
import { CommaList, jsonString, orAll, renamed, WirePartyId, WireTime } from './codec.ts'
import { columnsAsText, datasetFields } from './older/dataset.ts'
import { pageInput, pageOf } from './page.ts'
import { WireSharing } from './vocabulary.ts'

/** Names of columns can contain commas, so they are sent as a JSON list in addition to the old comma-separated list. */
const tableFields = {
  columns: z.array(z.string()),
  columnTypes: jsonString(z.record(z.string(), ColumnType)),
}
const tableNames = { columns: 'columnList', columnTypes: 'columnType' } as const

const datasetShape = {
  ...Dataset.shape,
  ...tableFields,
  ...datasetFields,
  partyId: WirePartyId,
  sharing: WireSharing,
  createTime: WireTime,
}
const datasetNames = {
  ...tableNames,
  edgeName: 'createParty',
  storageNamespace: 'eggrollNamespace',
  description: ['desc', 'note'],
  sharing: 'permission',
  createdBy: 'createBy',
  rowCount: 'rowsNum',
} as const
export const WireDataset = renamed(datasetShape, datasetNames, columnsAsText)
/** A dataset in a list to choose from. */
export const WireDatasetChoice = renamed(
  { ...datasetShape, isSelected: z.boolean() },
  { ...datasetNames, isSelected: 'selected' },
  columnsAsText,
)
const WireDraft = renamed(
  { ...DatasetDraft.shape, ...tableFields },
  { ...tableNames, rowCount: 'rowsNum', sizeBytes: 'size' },
  columnsAsText,
)
const base = '/federalml/collectFileMeta'
const listInput = z.object({ ...pageInput, name: z.string().optional() })

export const ListPoolDatasets = endpoint({
  method: 'GET',
  path: `${base}/listAllData`,
  access: 'user',
  input: listInput.extend({
    contentType: orAll(ContentType),
    partyId: orAll(WirePartyId),
    /** The name of a column, or a part of the name. */
    column: z.string().optional(),
    leastRows: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    sort: orAll(DatasetSort),
  }),
  output: pageOf(WireDataset),
  summary: 'Lists the datasets of the pool.',
  description: 'Metadata only.',
})
export const ListMyDatasets = endpoint({
  method: 'GET',
  path: `${base}/listCurrent`,
  input: listInput.extend({ contentType: ContentType.optional() }),
  output: pageOf(WireDataset),
  summary: "Lists the party's datasets that the caller can see.",
})
export const ListDatasetsOfKinds = endpoint({
  method: 'GET',
  path: `${base}/queryData`,
  input: renamed({ contentTypes: CommaList.optional() }, { contentTypes: 'evalTypes' }),
  output: z.array(WireDataset),
  summary: "Lists the party's newest datasets of some kinds, or of all.",
  description: 'At most 1,000.',
})
export const ListDatasetChoices = endpoint({
  method: 'GET',
  path: `${base}/selectList`,
  input: renamed(
    { ...pageInput, contentType: ContentType.optional(), selectedIds: CommaList.optional() },
    { selectedIds: 'selectedId' },
  ),
  output: pageOf(WireDatasetChoice),
  summary: "Lists the party's datasets for a choice, chosen ones first.",
})
export const GetDataset = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  output: WireDataset,
  summary: 'Returns one dataset.',
  description: 'Metadata only.',
})
export const SearchDatasetName = endpoint({
  method: 'GET',
  path: `${base}/searchByName`,
  input: z.object({ name: z.string() }),
  output: z.array(WireDataset),
  summary: "Lists the caller's datasets with exactly this name.",
})
export const DeleteDataset = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  input: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  summary: 'Removes a dataset from the lists, and its rows from the edge.',
  description: 'Models that were trained on it stay.',
})
export const CompareDatasets = endpoint({
  method: 'POST',
  path: `${base}/summaryCompare`,
  input: renamed(
    {
      /** The initiator's dataset; null until the initiator has offered one. */
      initiator: renamed({ datasetId: z.string().nullish() }, { datasetId: 'id' }),
      participant: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
    },
    { initiator: 'self', participant: 'target' },
  ),
  output: z.null(),
  summary: "Compares a participant's dataset with the initiator's.",
  description: 'The result is null if the formats match. Otherwise the error names the columns.',
})
/**
 * Lists the columns that differ, so that the console can show the formats of two datasets side by side. This call is
 * not in the original API specification.
 */
export const ListFormatDifferences = endpoint({
  method: 'GET',
  path: `${base}/formatDifferences`,
  input: renamed({ taskId: z.string(), datasetId: z.string() }, { taskId: 'jobId', datasetId: 'id' }),
  output: z.object({
    initiatorName: z.string(),
    participantName: z.string(),
    differences: z.array(
      z.object({ column: z.string(), initiatorType: ColumnType.nullable(), participantType: ColumnType.nullable() }),
    ),
    /** Columns of the participant that could be used for the differing columns. A member has to accept them. */
    proposals: z.array(ColumnMapping),
    /** All columns of the participant, from which a member can choose others. */
    participantColumns: z.array(z.object({ name: z.string(), type: ColumnType })),
  }),
  summary: 'Lists the columns of the task that a dataset lacks or has with another type.',
})

const featureNames = { taskId: 'jobId', label: 'selectedLabel', feature: 'selectedFeature', code: 'rule' } as const
const { id: _id, partyName: _partyName, ...featureFields } = SelectedFeature.shape

export const AddSelectedFeatures = endpoint({
  method: 'POST',
  path: `${base}/add_selected_feature`,
  input: z.array(renamed({ ...featureFields, partyId: WirePartyId, code: z.number().int().nullish() }, featureNames)),
  summary: "Names the classes of a party's label for a task.",
  description: 'They replace the classes that were named before.',
})
export const SetFeatureCodes = endpoint({
  method: 'PUT',
  path: `${base}/update_selected_feature`,
  input: z.array(renamed({ id: z.string(), code: z.number().int() }, { code: 'rule' })),
  summary: 'Sets the codes of the classes of a task.',
  description: 'They are 0 to n − 1 without gaps, one for each class over all parties.',
})
export const ListSelectedFeatures = endpoint({
  method: 'GET',
  path: `${base}/query_selected_feature`,
  input: renamed({ taskId: z.string() }, { taskId: 'jobId' }),
  output: z.array(renamed({ ...SelectedFeature.shape, partyId: WirePartyId }, featureNames)),
  summary: 'Lists the classes that parties named for a task, with their codes.',
  description: 'Independent research has none.',
})

// The following calls are served by the party's edge.
export const UploadZip = endpoint({
  method: 'POST',
  path: '/uploadZip',
  server: 'edge',
  carrier: 'multipart',
  fileType: 'application/zip',
  output: WireDraft,
  summary: 'Uploads a zip archive, recognises its content, and returns a draft to save.',
  description:
    'The archive may contain a table, texts, pictures, pictures with boxes, or a graph (docs/reference/data-layouts.md).',
})
/**
 * Reads a stored upload again. Not in the original API specification: if an error names a `remedy`, or a note of the
 * draft has `ways`, the edge stores the archive under its `uploadId` until the upload expires.
 */
export const ReadUpload = endpoint({
  method: 'POST',
  path: '/uploadZip/:uploadId/read',
  server: 'edge',
  input: z.object({ uploadId: z.string(), options: ReadOptions }),
  output: WireDraft,
  summary: 'Reads an uploaded archive again with other options.',
  description: 'It can leave out rows, rename columns, and read another header, encoding or type of column.',
})
export const SaveDataset = endpoint({
  method: 'POST',
  path: '/save',
  server: 'edge',
  input: renamed(
    {
      draftId: z.string(),
      name: z.string(),
      description: z.string(),
      sharing: WireSharing.default('party'),
      overwrite: z.boolean().optional(),
    },
    { description: ['desc', 'note'], sharing: 'permission' },
  ),
  output: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  summary: 'Saves a draft as a dataset, and reports its metadata to the platform.',
})
/**
 * A dataset with everything that the edge's own page needs to show its rows without querying the platform. Not in the
 * original API specification.
 */
const WireHeldDataset = renamed({ ...HeldDataset.shape, ...tableFields }, { ...tableNames, rowCount: 'rowsNum' })
export const GetHeldDataset = endpoint({
  method: 'GET',
  path: '/datasetOfMeta',
  server: 'edge',
  input: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  output: WireHeldDataset,
  summary: 'Returns the columns and formats of a dataset as its own edge stores them.',
})
/**
 * Lists the datasets that the edge stores and the member can read. This call is not in the original API specification.
 */
export const ListHeldDatasets = endpoint({
  method: 'GET',
  path: '/datasetsOfMeta',
  server: 'edge',
  input: z.object({}),
  output: z.array(WireHeldDataset),
  summary: 'Lists the datasets at this edge whose rows the caller can read, newest first.',
})
export const ListRows = endpoint({
  method: 'GET',
  path: '/listOfMeta',
  server: 'edge',
  input: z.object({
    ...pageInput,
    tableName: z.string(),
    /**
     * A column by which rows are sorted, and conditions that are combined with AND. Not in the original API
     * specification.
     */
    sort: z.string().optional(),
    order: z.enum(['ascend', 'descend']).optional(),
    filters: jsonString(z.array(RowFilter)).optional(),
  }),
  output: renamed(
    {
      total: z.number(),
      rows: z.array(TableRow),
      /** For pictures: names of the label columns. */
      labelColumns: z.array(z.string()).optional(),
    },
    { rows: 'data', labelColumns: 'colums' },
  ),
  summary: 'Lists the rows of a dataset by page.',
  description: `Each row has an \`id\`. A picture also has \`path\`, \`path_small\` and a \`token\` that opens both for ${PICTURE_TOKEN_MINUTES} minutes.`,
})
export const GetColumnProfiles = endpoint({
  method: 'GET',
  path: '/columnAndFeatureOfMeta',
  server: 'edge',
  input: z.object({ tableName: z.string() }),
  output: z.array(ColumnProfile),
  summary: 'Returns type, missing share and a small histogram of every column.',
})
/**
 * Returns the data of the small charts beside the columns' profiles, also for a draft, to the member who uploaded it.
 * Not in the original API specification.
 */
export const GetAnalysis = endpoint({
  method: 'GET',
  path: '/analysisOfMeta',
  server: 'edge',
  input: z.object({ tableName: z.string() }),
  /** The analysis, with the name of the uploaded file if it is known. */
  output: Analysis.extend({ fileName: z.string().nullish() }),
  summary: "Returns class balance, sizes and the uploaded file's name of a dataset.",
})
/** Lists all classes of a column that may become the label. Not in the original API specification. */
export const ListClasses = endpoint({
  method: 'GET',
  path: '/classesOfMeta',
  server: 'edge',
  input: z.object({ tableName: z.string(), column: z.string() }),
  output: z.array(
    z.object({
      name: z.string(),
      count: z.number().int(),
      /**
       * For rows offered to a task: whether the rows of this class are left out; `selectedColumnAndFeature` can include
       * them again.
       */
      isLeftOut: z.boolean().optional(),
    }),
  ),
  summary: 'Lists the classes of a column with their rows, at most 1,000, most frequent first.',
})
/**
 * Reports classes whose names a member agrees to send, so that the parties can agree on codes. Not in the original API
 * specification.
 */
export const NameClasses = endpoint({
  method: 'POST',
  path: '/classesOfMeta',
  server: 'edge',
  input: z.object({
    taskId: z.string(),
    datasetId: z.string(),
    label: z.string(),
    classes: z.array(z.string()).min(1),
  }),
  output: z.null(),
  summary: 'Sends the platform the names of classes of the rows selected for a task.',
  description: 'Only classes with enough rows.',
})
/** Returns a part of a graph for drawing. This call is not in the original API specification. */
export const GetGraphSample = endpoint({
  method: 'GET',
  path: '/graphOfMeta',
  server: 'edge',
  input: z.object({ tableName: z.string() }),
  output: GraphSample,
  summary: 'Returns a connected part of a graph with at most 200 nodes.',
})
/** Offers rows, like `selectedMeta`, but only some columns and the rows of some classes. */
export const OfferColumns = endpoint({
  method: 'POST',
  path: '/selectedColumnAndFeature',
  server: 'edge',
  input: renamed(
    {
      taskId: z.string(),
      tableName: z.string(),
      edgeName: z.string().optional(),
      columns: z.array(z.string()).min(1),
      label: z.string(),
      /** Classes of the label whose rows are offered; at least one. */
      features: z.array(z.string()).min(1),
      /** Ids of the rows to choose from; all rows if absent. */
      rows: z.array(z.object({ id: z.union([z.string(), z.number()]) })).optional(),
      mapping: z.array(ColumnMapping).optional(),
    },
    { taskId: 'jobId', edgeName: 'createParty', rows: 'ids' },
  ),
  output: renamed({ datasetId: z.string(), rowCount: z.number() }, { datasetId: 'id', rowCount: 'rowsNum' }),
  summary: 'Selects rows of some classes and some columns for one task, as a hidden dataset.',
})
export const OfferRows = endpoint({
  method: 'POST',
  path: '/selectedMeta',
  server: 'edge',
  input: renamed(
    {
      taskId: z.string(),
      tableName: z.string(),
      rows: z.array(z.object({ id: z.union([z.string(), z.number()]) })),
      edgeName: z.string().optional(),
      /**
       * How the task's columns are derived from the dataset's own. Columns that are not listed keep their name. Not in
       * the original API specification.
       */
      mapping: z.array(ColumnMapping).optional(),
    },
    { taskId: 'jobId', rows: 'ids', edgeName: 'createParty' },
  ),
  output: renamed({ datasetId: z.string(), rowCount: z.number() }, { datasetId: 'id', rowCount: 'rowsNum' }),
  summary: 'Selects rows for one task, as a hidden dataset.',
  description: 'Without ids, all rows.',
})
const WireRemoved = renamed({
  ...RemovedDataset.shape,
  removedTime: WireTime,
  eraseTime: WireTime.nullable(),
})
// Members decide about removed data on a page of the edge, with a factor that the platform never sees.
export const ListRemoved = endpoint({
  method: 'GET',
  path: '/removedData',
  server: 'edge',
  output: z.array(WireRemoved),
  summary: 'Lists data that no list shows any longer and that are still stored at the edge.',
})
export const DeleteRows = endpoint({
  method: 'POST',
  path: '/removedData/:id/delete',
  server: 'edge',
  input: z.object({ id: z.string(), proof: Proof }),
  output: WireRemoved,
  summary: `Deletes removed data, whose files are erased after ${DELETED_ROWS_DAYS} days.`,
})
export const BringBack = endpoint({
  method: 'POST',
  path: '/removedData/:id/bringBack',
  server: 'edge',
  input: z.object({ id: z.string(), proof: Proof }),
  output: renamed({ datasetId: z.string(), name: z.string() }, { datasetId: 'id' }),
  summary: 'Restores removed data as a dataset of its own.',
})
/**
 * Returns the path of the sample archive for a kind of data, such as `/samples/tabular.zip`. The edge serves it as
 * plain bytes, without authentication.
 */
export const samplePath = (kind: ContentType | ':kind') => `/samples/${kind}.zip`
export const VIEW_PICTURE_PATH = '/viewpic'

export const CheckHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  server: 'edge',
  access: 'open',
  output: z.object({ status: z.literal('ok') }),
  summary: 'Answers 200 while the edge runs.',
})
