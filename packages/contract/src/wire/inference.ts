import { z } from 'zod'
import { PredictedGraph, TableRow } from '../dataset.ts'
import { endpoint } from '../endpoint.ts'
import { Explanation } from '../explanation.ts'
import { PICTURES_AT_ONCE } from '../figures.ts'
import {
  AskedModel,
  Inference,
  InferenceResult,
  PicturesResult,
  PredictedPicture,
  Prediction,
  Probabilities,
} from '../inference.ts'
import { FoundBox } from '../kinds/boxes.ts'
import { PICTURE_ENDINGS } from '../kinds/pictures.ts'
import { InputColumn } from '../kinds/table.ts'
import { Entity } from '../kinds/tokens.ts'
import { ModelInput } from '../model.ts'
import { jsonString, numberOrText, refusal, renamed, WirePartyId, WireTime } from './codec.ts'
import { inputHeader, resultPathAsLine } from './older/inference.ts'
import { pageInput, pageOf } from './page.ts'
import { WireInferenceStatus } from './vocabulary.ts'

/** The input of a model: the list of columns for a table, as in the specification; otherwise the input by its kind. */
const WireInput = z.codec(z.union([z.array(InputColumn), ModelInput]), ModelInput.nullable(), {
  decode: (sent) => (Array.isArray(sent) ? (sent.length > 0 ? { kind: 'table' as const, columns: sent } : null) : sent),
  encode: (input) => (input === null ? [] : input.kind === 'table' ? input.columns : input),
})
export const WireInference = renamed(
  { ...Inference.shape, input: WireInput, partyId: WirePartyId, status: WireInferenceStatus, createTime: WireTime },
  { input: 'inputs', description: 'content', modelId: 'modelInfoId', createdBy: 'createBy' },
  inputHeader,
)
/** Fields of all kinds of predictions in one shape. Clients of the specification read the first three fields. */
const prediction = {
  data: jsonString(TableRow),
  result: z.string(),
  probabilities: Probabilities,
  /**
   * Kind of the prediction. It is absent in the line that only names the file of a dataset's predictions (`older/`).
   */
  kind: z.enum(['classes', 'number', 'clusters', 'survival', 'entities', 'boxes', 'labels']).optional(),
  distance: z.number().optional(),
  survival: z.array(z.number()).optional(),
  text: z.string().optional(),
  entities: z.array(Entity).optional(),
  boxes: z.array(FoundBox).optional(),
}
const WirePrediction = z.codec(z.object(prediction), Prediction, {
  decode: (sent) => sent as Prediction,
  encode: (prediction) => ({ probabilities: {}, ...prediction }),
})
/** A predicted picture: name and picture are fields beside those of the prediction, as in the specification. */
const WirePredictedPicture = z.codec(
  z.object({ ...prediction, name: z.string(), base64: z.string() }),
  PredictedPicture,
  {
    decode: ({ name, base64, ...prediction }) => ({ name, base64, prediction: prediction as Prediction }),
    encode: ({ prediction, ...shown }) => ({ probabilities: {}, ...prediction, ...shown }),
  },
)
const WireResult = renamed(
  { ...InferenceResult.shape, header: jsonString(z.array(z.string())), predictions: z.array(WirePrediction) },
  { predictions: 'flInferenceInfoVoList' },
  resultPathAsLine,
)
const base = '/federalml/flModelInference'
const byId = renamed({ inferenceId: z.string() }, { inferenceId: 'id' })

// The following calls are served by the platform and by each edge. The console calls the edge if the party has one.
export const CreateInference = endpoint({
  method: 'POST',
  path: `${base}/createJob`,
  server: 'both',
  input: renamed(
    { modelId: z.string(), name: z.string(), description: z.string() },
    { modelId: 'id', description: 'content' },
  ),
  output: z.string(),
  summary: 'Creates an inference task for an own model, and returns its id.',
})
export const Infer = endpoint({
  method: 'POST',
  path: `${base}/inference`,
  server: 'both',
  input: renamed(
    { inferenceId: z.string(), rows: z.array(TableRow).min(1) },
    { inferenceId: 'id', rows: 'featureDataList' },
  ),
  output: WireResult,
  summary: 'Predicts rows that the call contains.',
})
export const InferText = endpoint({
  method: 'POST',
  path: `${base}/inference_nlp`,
  server: 'both',
  input: renamed({ inferenceId: z.string(), text: z.string() }, { inferenceId: 'id', text: 'content' }),
  output: WireResult,
  summary: 'Predicts one text with a model of texts.',
})
export const InferImages = endpoint({
  method: 'POST',
  path: `${base}/inferenceImages`,
  server: 'both',
  carrier: 'multipart',
  fileType: 'image/*',
  files: PICTURES_AT_ONCE,
  input: byId,
  output: renamed(
    { ...PicturesResult.shape, header: jsonString(z.array(z.string())), predictions: z.array(WirePredictedPicture) },
    { predictions: 'flInferenceInfoVoList' },
  ),
  summary: 'Predicts pictures with a model of pictures.',
  description: `At most ${PICTURES_AT_ONCE.most} files of ${PICTURES_AT_ONCE.megabytes} MB together (${PICTURE_ENDINGS.join(', ')}), which are not stored.`,
})
export const InferDataset = endpoint({
  method: 'POST',
  path: `${base}/inferenceByDataCollection`,
  server: 'both',
  carrier: 'form',
  input: renamed({ inferenceId: z.string(), datasetId: z.string() }, { inferenceId: 'id', datasetId: 'dataId' }),
  summary: 'Starts to predict a whole dataset at its edge.',
})
export const ListInferences = endpoint({
  method: 'GET',
  path: `${base}/list`,
  server: 'both',
  input: z.object({ ...pageInput, name: z.string().optional() }),
  output: pageOf(WireInference),
  summary: "Lists the party's inference tasks.",
})
export const GetInference = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  server: 'both',
  input: byId,
  output: renamed(
    { inference: WireInference, result: WireResult.nullable(), type: z.string() },
    { inference: 'flJobInference', result: 'flInferenceResultVo' },
  ),
  summary: 'Returns one inference task with its newest result.',
})
export const ExplainRow = endpoint({
  method: 'POST',
  path: `${base}/explain`,
  server: 'both',
  input: renamed({ inferenceId: z.string(), row: TableRow }, { inferenceId: 'id', row: 'featureData' }),
  output: Explanation,
  summary: "Returns by how much each column changed the model's answer on a row.",
  description: 'The row is not stored.',
})
const ofModel = { modelId: z.string() }
/** Returns a model that is used without an inference task. This call is not in the original API specification. */
export const GetAskedModel = endpoint({
  method: 'GET',
  path: `${base}/model`,
  server: 'edge',
  input: renamed(ofModel, { modelId: 'modelInfoId' }),
  output: AskedModel,
  summary: "Returns name, input and output of an own model from the edge's copy.",
  description: 'The edge fetches the model if it has no copy.',
})
/** Predicts without an inference task. Not in the original API specification. */
export const InferOnce = endpoint({
  method: 'POST',
  path: `${base}/inferOnce`,
  server: 'both',
  input: renamed({ ...ofModel, rows: z.array(TableRow).min(1) }, { modelId: 'modelInfoId', rows: 'featureDataList' }),
  output: WireResult,
  summary: 'Predicts rows with an own model, without an inference task.',
  description: 'The rows are not stored.',
})
export const ExplainOnce = endpoint({
  method: 'POST',
  path: `${base}/explainOnce`,
  server: 'both',
  input: renamed({ ...ofModel, row: TableRow }, { modelId: 'modelInfoId', row: 'featureData' }),
  output: Explanation,
  summary: "Returns by how much each column changed an own model's answer on a row, without an inference task.",
  description: 'The row is not stored.',
})
/** Code of a class: a whole number from 0. No model has a class with a code above 9999. */
const ClassCode = z.codec(numberOrText('integer'), z.number(), {
  decode: (value, ctx) => {
    if (/^\d{1,4}$/.test(String(value))) return Number(value)
    ctx.issues.push(refusal(value, 'inference.cell-unknown'))
    return z.NEVER
  },
  encode: (code) => code,
})

export const ListPredictedRows = endpoint({
  method: 'GET',
  path: `${base}/predictedRows`,
  server: 'edge',
  input: renamed(
    { inferenceId: z.string(), ...pageInput, truth: z.optional(ClassCode), predicted: z.optional(ClassCode) },
    { inferenceId: 'id' },
  ),
  output: pageOf(WirePrediction),
  summary: 'Lists the predictions of a dataset by page.',
  description:
    'If the dataset has the label, the largest errors come first. `truth` and `predicted`, codes of classes, select one cell of the confusion matrix.',
})
/** Returns a part of a graph with predictions. This call is not in the original API specification. */
export const GetPredictedGraph = endpoint({
  method: 'GET',
  path: `${base}/graph`,
  server: 'edge',
  input: byId,
  output: PredictedGraph,
  summary: 'Returns a connected part of a graph with at most 200 nodes and their predictions.',
})
export const DeleteInference = endpoint({
  method: 'DELETE',
  path: `${base}/delete`,
  server: 'both',
  input: byId,
  summary: 'Deletes an inference task with its inputs and results.',
})
