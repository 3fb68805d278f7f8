import { z } from 'zod'
import { ColumnProfile, ColumnType, Dataset, DatasetDraft, TableRow } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { CommaList, jsonString, renamed, WirePartyId, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'
import { WireSharing } from './vocabulary.ts'

/** Column names may hold commas, so the list travels as JSON beside the old comma list. */
const tableFields = {
  columns: z.array(z.string()),
  columnTypes: jsonString(z.record(z.string(), ColumnType)),
}
const tableNames = { columns: 'columnList', columnTypes: 'columnType' } as const

export const WireDataset = renamed(
  {
    ...Dataset.shape,
    ...tableFields,
    partyId: WirePartyId,
    sharing: WireSharing,
    createTime: WireTime,
    commaColumns: CommaList.optional(),
  },
  {
    ...tableNames,
    commaColumns: 'columns',
    description: ['desc', 'note'],
    sharing: 'permission',
    createdBy: 'createBy',
    rowCount: 'rowsNum',
  },
)
const WireDraft = renamed(
  { ...DatasetDraft.shape, ...tableFields },
  { ...tableNames, rowCount: 'rowsNum', sizeBytes: 'size' },
)
const base = '/federalml/collectFileMeta'
const listInput = z.object({ ...pageInput, name: z.string().optional() })

export const ListPoolDatasets = endpoint({
  method: 'GET',
  path: `${base}/listAllData`,
  access: 'user',
  input: listInput,
  output: pageOf(WireDataset),
  summary: 'The data pool: metadata only.',
})
export const ListMyDatasets = endpoint({
  method: 'GET',
  path: `${base}/listCurrent`,
  input: listInput,
  output: pageOf(WireDataset),
  summary: "The party's datasets the caller may see.",
})
export const GetDataset = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  output: WireDataset,
  summary: 'One dataset: metadata only.',
})
export const SearchDatasetName = endpoint({
  method: 'GET',
  path: `${base}/searchByName`,
  input: z.object({ name: z.string() }),
  output: z.array(WireDataset),
  summary: "The caller's datasets of exactly this name; none means the name is free.",
})
export const DeleteDataset = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  input: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
  summary: 'Removes a dataset from the lists and its rows from the edge; models trained on it stay.',
})
export const CompareDatasets = endpoint({
  method: 'POST',
  path: `${base}/summaryCompare`,
  input: renamed(
    {
      /** Null until the initiator has chosen. */
      initiator: renamed({ datasetId: z.string().nullish() }, { datasetId: 'id' }),
      participant: renamed({ datasetId: z.string() }, { datasetId: 'id' }),
    },
    { initiator: 'self', participant: 'target' },
  ),
  output: z.null(),
  summary:
    "Compares a participant's dataset with the initiator's: null when the formats match, else an error that names the columns.",
})
/** Which columns differ, so that the console can lay both formats side by side. Ours. */
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
  }),
  summary: 'Columns of the task that the dataset lacks or holds with another type.',
})

// At the party's edge.
export const UploadZip = endpoint({
  method: 'POST',
  path: '/uploadZip',
  server: 'edge',
  carrier: 'multipart',
  output: WireDraft,
  summary: 'Takes a zip, recognises what is in it and answers a draft to save.',
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
  summary: 'Names a draft and tells the platform its metadata.',
})
export const ListRows = endpoint({
  method: 'GET',
  path: '/listOfMeta',
  server: 'edge',
  input: z.object({ ...pageInput, tableName: z.string() }),
  output: renamed({ total: z.number(), rows: z.array(TableRow) }, { rows: 'data' }),
  summary: 'Rows of a dataset, a page at a time; each has an `id`.',
})
export const GetColumnProfiles = endpoint({
  method: 'GET',
  path: '/columnAndFeatureOfMeta',
  server: 'edge',
  input: z.object({ tableName: z.string() }),
  output: z.array(ColumnProfile),
  summary: 'Type, missing share and a small histogram of every column.',
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
      partyNameEn: z.string().optional(),
    },
    { taskId: 'jobId', rows: 'ids', partyNameEn: 'createParty' },
  ),
  output: renamed({ datasetId: z.string(), rowCount: z.number() }, { datasetId: 'id', rowCount: 'rowsNum' }),
  summary: 'Sets rows aside for one task as a hidden child dataset; no ids means all rows.',
})
export const CheckHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  server: 'edge',
  access: 'open',
  output: z.object({ status: z.literal('ok') }),
  summary: 'Answers 200 when the edge serves.',
})
