import { z } from 'zod'
import { ContentType } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { ImportedDescription, ModelDraft } from '../imported.ts'
import { KNOWN_METRICS } from '../metric-names.ts'
import { Model, ModelCard, ModelDetail } from '../model.ts'
import { ModelSort } from '../pools.ts'
import { Metrics } from '../run.ts'
import { jsonString, orAll, renamed, WirePartyId, WireTime } from './codec.ts'
import { canDelete, modelFields } from './older/model.ts'
import { pageInput, pageOf } from './page.ts'
import { WireRunEnding } from './run-ending.ts'

const WirePublished = z.codec(z.union([z.string(), z.number()]), z.boolean(), {
  decode: (code) => String(code) === '2',
  encode: (published) => (published ? '2' : '1'),
})
export const WireModel = renamed(
  {
    ...Model.shape,
    partyId: WirePartyId,
    metrics: jsonString(Metrics),
    isPublished: WirePublished,
    updateTime: WireTime,
    ...modelFields,
  },
  { name: 'modelName', description: 'modelDescribe', metrics: 'metric', isPublished: 'permission' },
)
const WireModelDetail = renamed(
  {
    ...ModelDetail.shape,
    model: WireModel,
    card: ModelCard.nullable(),
    contributors: z.array(
      renamed({ partyId: z.string(), name: z.string(), rowCount: z.number() }, { rowCount: 'rowNum' }),
    ),
    lastUseTime: WireTime.nullable(),
    ending: WireRunEnding.nullable(),
  },
  {
    model: 'flModelInfo',
    contributors: 'partyNameList',
    rowCount: 'rowNums',
    partyCount: 'partyNums',
    useCount: 'usedNums',
    downloadCount: 'downloadNums',
    users: 'usedUserList',
  },
  canDelete,
)
const base = '/federalml/flModelInfo'
const byId = renamed({ modelId: z.string() }, { modelId: 'id' })
const listInput = z.object({ ...pageInput, name: z.string().optional() })
const texts = { name: z.string(), description: z.string(), instruction: z.string(), application: z.string() }

export const ListMyModels = endpoint({
  method: 'GET',
  path: `${base}/listMyModel`,
  input: listInput,
  output: pageOf(WireModel),
  summary: "The party's own models.",
})
export const ListPoolModels = endpoint({
  method: 'GET',
  path: `${base}/listPoolModel`,
  access: 'user',
  input: listInput.extend({
    contentType: orAll(ContentType),
    partyId: orAll(WirePartyId),
    /** The name of a column that it takes, or a part of it. */
    column: z.string().optional(),
    /** Models that were scored by this metric. */
    metric: orAll(z.enum(KNOWN_METRICS)),
    sort: orAll(ModelSort),
  }),
  output: pageOf(WireModel),
  summary: 'The model pool. Narrowed and ordered as asked for, which is ours.',
})
export const GetModel = endpoint({
  method: 'GET',
  path: `${base}/modelDetail`,
  access: 'user',
  input: byId,
  output: WireModelDetail,
  summary: 'One model, own or in the pool, with its card.',
})
export const UploadModelFile = endpoint({
  method: 'POST',
  path: `${base}/uploadFile`,
  carrier: 'multipart',
  output: ModelDraft,
  summary:
    'Takes the ONNX file of a model that was not trained here; answers what it says of itself, and waits for its card.',
})
export const DiscardModelFile = endpoint({
  method: 'DELETE',
  path: `${base}/discardFile`,
  input: z.object({ draftId: z.string() }),
  summary: 'Gives up a file that waits for its card.',
})
export const CreateModel = endpoint({
  method: 'POST',
  path: `${base}/createModel`,
  input: renamed(
    {
      draftId: z.string(),
      ...texts,
      /** Null for a file that itself states what it takes and gives. */
      described: ImportedDescription.nullable(),
      isPublished: WirePublished,
    },
    { name: 'modelName', description: 'modelDescribe', isPublished: 'permission' },
  ),
  output: z.string(),
  summary: 'Makes a model of an uploaded file and its card, in the pool too where permission is 2; answers its id.',
})
export const PublishModel = endpoint({
  method: 'POST',
  path: `${base}/upload`,
  carrier: 'form',
  input: renamed({ modelId: z.string(), ...texts }, { modelId: 'id', description: 'describe' }),
  output: z.string(),
  summary: 'Publishes an own model to the pool; answers its id there.',
})
export const DownloadModel = endpoint({
  method: 'POST',
  path: `${base}/download`,
  carrier: 'form',
  input: byId,
  output: z.string(),
  summary: "Copies a pool model into the party's own; answers the copy's id.",
})
export const UpdateModel = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  input: renamed({ modelId: z.string(), ...texts }, { modelId: 'id', name: 'modelName', description: 'modelDescribe' }),
  output: z.null(),
  summary: "Changes an own model's texts.",
})
export const DeleteModel = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  input: byId,
  summary: 'Deletes an own model.',
})
export const UnpublishModel = endpoint({
  method: 'DELETE',
  path: `${base}/delete_public`,
  input: byId,
  summary: 'Takes a model out of the pool.',
})
export const GetModelStatus = endpoint({
  method: 'GET',
  path: `${base}/opStatus`,
  input: byId,
  output: z.number(),
  summary: '1 not downloaded, 3 downloaded, 5 uploading, 6 uploaded.',
})
export const ListMetricDescriptions = endpoint({
  method: 'GET',
  path: `${base}/parameter`,
  access: 'user',
  output: z.array(z.object({ name: z.string(), description: z.string() })),
  summary: "What each metric means, in the reader's language.",
})
/** Returns a zip of the ONNX file and its card: bytes, no envelope. */
export const MODEL_FILE_PATH = `${base}/model_download_by_id`
/** Returns a one-page PDF about a model, in the caller's language or in `language`: bytes, no envelope. */
export const MODEL_CARD_PATH = `${base}/model_card`
