import { z } from 'zod'
import { ContentType } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { ImportedDescription, ModelDraft } from '../imported.ts'
import { KNOWN_METRICS } from '../metric-names.ts'
import { Model, ModelCard, ModelDetail } from '../model.ts'
import { ModelSort } from '../pools.ts'
import { Metrics } from '../run.ts'
import { describedAs, jsonString, orAll, renamed, WirePartyId, WireTime } from './codec.ts'
import { canDelete, modelFields } from './older/model.ts'
import { pageInput, pageOf } from './page.ts'
import { WireRunEnding } from './run-ending.ts'

const permission = describedAs(z.union([z.string(), z.number()]), { codes: { private: '1', published: '2' } })
const WirePublished = z.codec(permission, z.boolean(), {
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
  summary: "Lists the party's own models.",
})
export const ListPoolModels = endpoint({
  method: 'GET',
  path: `${base}/listPoolModel`,
  access: 'user',
  input: listInput.extend({
    contentType: orAll(ContentType),
    partyId: orAll(WirePartyId),
    /** The name of a column that the model takes, or a part of the name. */
    column: z.string().optional(),
    /** Only models that were scored with this metric are returned. */
    metric: orAll(z.enum(KNOWN_METRICS)),
    sort: orAll(ModelSort),
  }),
  output: pageOf(WireModel),
  summary: 'Lists the models of the pool.',
})
export const GetModel = endpoint({
  method: 'GET',
  path: `${base}/modelDetail`,
  access: 'user',
  input: byId,
  output: WireModelDetail,
  summary: 'Returns one model, own or of the pool, with its card.',
})
export const UploadModelFile = endpoint({
  method: 'POST',
  path: `${base}/uploadFile`,
  carrier: 'multipart',
  fileType: 'application/octet-stream',
  output: ModelDraft,
  summary: 'Uploads the ONNX file of a model that was not trained here, and returns its signature.',
  description: 'The file is stored until `POST /federalml/flModelInfo/createModel` describes it.',
})
export const DiscardModelFile = endpoint({
  method: 'DELETE',
  path: `${base}/discardFile`,
  input: z.object({ draftId: z.string() }),
  summary: 'Deletes an uploaded model file that has no description yet.',
})
export const CreateModel = endpoint({
  method: 'POST',
  path: `${base}/createModel`,
  input: renamed(
    {
      draftId: z.string(),
      ...texts,
      /** The member's description of the file; null for a file that describes its input and output itself. */
      described: ImportedDescription.nullable(),
      isPublished: WirePublished,
    },
    { name: 'modelName', description: 'modelDescribe', isPublished: 'permission' },
  ),
  output: z.string(),
  summary: 'Creates a model from an uploaded file and its description, and returns its id.',
  description: '`permission` 2 also publishes it.',
})
export const PublishModel = endpoint({
  method: 'POST',
  path: `${base}/upload`,
  carrier: 'form',
  input: renamed({ modelId: z.string(), ...texts }, { modelId: 'id', description: 'describe' }),
  output: z.string(),
  summary: 'Publishes an own model to the pool, and returns its id there.',
})
export const DownloadModel = endpoint({
  method: 'POST',
  path: `${base}/download`,
  carrier: 'form',
  input: byId,
  output: z.string(),
  summary: "Copies a model of the pool to the party's own models, and returns the id of the copy.",
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
  summary: 'Removes a model from the pool.',
})
export const GetModelStatus = endpoint({
  method: 'GET',
  path: `${base}/opStatus`,
  input: byId,
  output: z.number(),
  summary: 'Returns the status of a model.',
  description: '1: not downloaded, 3: downloaded, 5: uploading, 6: uploaded.',
})
export const ListMetricDescriptions = endpoint({
  method: 'GET',
  path: `${base}/parameter`,
  access: 'user',
  output: z.array(z.object({ name: z.string(), description: z.string() })),
  summary: "Lists the meanings of metrics in the caller's language.",
})
/** Path that returns a zip of the model's ONNX file and card, as bytes without an envelope. */
export const MODEL_FILE_PATH = `${base}/model_download_by_id`
/**
 * Path that returns a one-page PDF about a model, in the caller's language or in `language`, as bytes without an
 * envelope.
 */
export const MODEL_CARD_PATH = `${base}/model_card`
