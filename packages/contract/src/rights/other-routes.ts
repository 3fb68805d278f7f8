import { z } from 'zod'
import { ContentType } from '../dataset.ts'
import type { Endpoint } from '../endpoint.ts'
import { PICTURE_TOKEN_MINUTES } from '../figures.ts'
import { LANGUAGES } from '../language.ts'
import { ChoosingAnswer, EdgeModelCard, EnrolAnswer, EnrolRequest, LINK_PATHS, SharedResult } from '../link.ts'
import { NamesAsked } from '../names.ts'
import { RunEvent } from '../run.ts'
import * as wire from '../wire/index.ts'
import { WireEdgeTask, WireEnrolAnswer } from '../wire/link.ts'
import type { RightName } from './table.ts'

/** The rights that a call requires: one right, any one of several, or all of them. */
export type Need = RightName | { any: readonly RightName[] } | { all: readonly RightName[] }

export interface Route {
  method: string
  /** Path of the route without the API prefix. A `*` at the end matches any continuation. */
  path: string
  need: Need
  /** One sentence for OpenAPI and for readers of the contract. */
  summary: string
  /**
   * For an edge's route: whether it requires a session at the edge, so that an access token of the platform is not
   * enough.
   */
  takesSession?: boolean
  /** For an edge's route: whether the session of a program is enough. */
  takesMachine?: boolean
  /** For an edge's route: whether it reads a proof of a key that need not belong to a session. */
  takesProof?: boolean
}

/** A route that is not an endpoint of the contract. */
export interface OtherRoute extends Route {
  /** The process that serves the route. `guard` is the edge's own server for its task runner, on the same machine. */
  server: 'platform' | 'edge' | 'guard'
  /**
   * Whether the platform serves the route under the API prefix. An edge serves every route both with and without the
   * prefix.
   */
  hasPrefix?: boolean
  /** The endpoint of the contract that has the same input and output. */
  like?: Endpoint
  /** Schemas of the parameters in the path. Without a schema, a parameter is any text. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body of the response: JSON, another media type, or none. */
  answer?: z.ZodType | `${string}/${string}`
  /** HTTP status of the response, if it is not 200. */
  status?: number
  /** Further responses that only this route gives, by status. */
  otherAnswers?: Record<number, { description: string; body: z.ZodType }>
  /**
   * A credential that only this route accepts, instead of the platform's session or as an alternative to the edge's
   * session.
   */
  ownToken?: { scheme: string; in: 'query' | 'header'; name: string; description: string }
  /**
   * Whether the route answers 404 if the object does not exist, or if the request for a WebSocket is not an upgrade.
   */
  mayBeMissing?: boolean
}

type Details = Omit<OtherRoute, 'server' | 'method' | 'path' | 'need' | 'summary'>

const routeOf =
  (server: OtherRoute['server']) =>
  (method: string, path: string, need: Need, summary: string, details: Details = {}): OtherRoute => ({
    server,
    method,
    path,
    need,
    summary,
    ...details,
  })
const platform = routeOf('platform')
const edge = routeOf('edge')
const guard = routeOf('guard')
const page = (path: string, summary: string) => edge('GET', path, 'platform.open', summary, { answer: 'text/html' })

const BYTES = 'application/octet-stream'
const byId = z.object({ id: z.string() })

/** The routes that are not endpoints of the contract. */
export const otherRoutes: readonly OtherRoute[] = [
  platform('GET', wire.ResetPassword.path, 'account.enter', 'Sets a new password with a code, as a query.', {
    hasPrefix: true,
    like: { ...wire.ResetPassword, method: 'GET', carrier: 'query' },
  }),
  platform('GET', wire.SOCKET_PATH, 'notice.listen', 'Opens the WebSocket for messages to one user.', {
    hasPrefix: true,
    status: 101,
    mayBeMissing: true,
    ownToken: {
      scheme: 'socketToken',
      in: 'header',
      name: 'sec-websocket-protocol',
      description: 'A token of `GET /sys/websocketTicket`, as the only subprotocol that the client offers.',
    },
  }),
  platform('GET', '/sys/common/static/pictures/:name', 'picture.see', 'Returns a picture of a party, person or task.', {
    hasPrefix: true,
    answer: 'image/webp',
    mayBeMissing: true,
  }),
  platform('GET', wire.MODEL_FILE_PATH, 'model.read-file', 'Returns the ONNX file of a model with its card.', {
    hasPrefix: true,
    query: byId,
    answer: 'application/zip',
  }),
  platform('GET', wire.MODEL_CARD_PATH, 'model.see', 'Returns the card of a model on one page.', {
    hasPrefix: true,
    query: byId.extend({ language: z.enum(LANGUAGES).optional() }),
    answer: 'application/pdf',
  }),
  platform('GET', '/healthz', 'platform.open', 'Reports whether the platform runs and reaches its database.', {
    answer: z.object({ status: z.enum(['ok', 'degraded']), missing: z.array(z.literal('database')).optional() }),
  }),
  platform('GET', '/readyz', 'platform.open', 'Reports whether the platform can start and follow runs.', {
    answer: z.object({ status: z.literal('ready') }),
    otherAnswers: {
      503: {
        description: 'The named parts are missing.',
        body: z.object({ status: z.literal('not-ready'), missing: z.array(z.enum(['database', 'federation'])) }),
      },
    },
  }),
  platform('GET', '/docs/json', 'platform.read', 'Returns this document as JSON.', { answer: z.looseObject({}) }),
  platform('GET', '/docs/yaml', 'platform.read', 'Returns this document as YAML.', { answer: 'application/yaml' }),
  platform('GET', '/', 'platform.open', "Returns the console's page.", { answer: 'text/html' }),
  platform('POST', LINK_PATHS.enrol, 'edge.join', 'Enrols an edge in its party by a one-time code.', {
    body: EnrolRequest,
    answer: WireEnrolAnswer,
  }),
  platform('GET', LINK_PATHS.keys, 'platform.open', 'Returns the keys with which edges verify access tokens.', {
    answer: EnrolAnswer.shape.keys,
  }),
  platform('GET', LINK_PATHS.socket, 'edge.link', "Opens an edge's link, a WebSocket.", {
    status: 101,
    mayBeMissing: true,
  }),
  platform('GET', LINK_PATHS.task, 'task.read-plan', 'Returns what the ticket for a task covers.', {
    answer: WireEdgeTask,
  }),
  platform('GET', LINK_PATHS.start, 'task.read-plan', 'Returns the parameters of the model that a task starts from.', {
    answer: BYTES,
  }),
  platform('GET', LINK_PATHS.names, 'task.read-plan', 'Returns the columns and label for which a task needs names.', {
    answer: NamesAsked,
  }),
  platform('GET', LINK_PATHS.choosing, 'task.read-plan', 'Reports whether a member can choose rows for a task now.', {
    query: z.object({ userId: z.string() }),
    answer: ChoosingAnswer,
  }),
  platform('GET', LINK_PATHS.code, 'algorithm.read-code', "Returns an algorithm's code.", { answer: BYTES }),
  platform('GET', LINK_PATHS.modelFile, 'model.bring-home', "Returns a model's ONNX file.", { answer: BYTES }),
  platform('GET', LINK_PATHS.modelCard, 'model.bring-home', "Returns a model's card.", { answer: EdgeModelCard }),
  platform('POST', LINK_PATHS.runResult, 'result.bring', 'Stores the result of a single-party run as a model.', {
    body: SharedResult,
    answer: z.object({}),
  }),
  platform('POST', '/engine/runs/:runId/events', 'run.report', 'Stores an event of a run.', {
    body: RunEvent,
    status: 204,
    mayBeMissing: true,
  }),
  page(wire.TICKET_PAGE_PATH, 'Returns the page on which a ticket is read and signed.'),
  page(wire.MEMBERS_PAGE_PATH, 'Returns the page of the members of the edge.'),
  page(wire.SESSION_PAGE_PATH, 'Returns the page on which a session is opened.'),
  page(wire.REMOVED_PAGE_PATH, 'Returns the page of removed data.'),
  page(wire.CONFIRM_PAGE_PATH, 'Returns the window in which a member confirms what a frame requests.'),
  page(wire.DATASET_PAGE_PATH, 'Returns the page that shows the rows of a dataset.'),
  page(wire.CHOOSE_PAGE_PATH, 'Returns the page on which rows are chosen for a task.'),
  page(wire.CLASSES_PAGE_PATH, 'Returns the page on which classes are chosen for a task.'),
  page(wire.NAMES_PAGE_PATH, 'Returns the page on which the names in a plan are confirmed.'),
  page(wire.KEPT_PAGE_PATH, 'Returns the page of the result of a single-party run.'),
  page(wire.UPLOAD_PAGE_PATH, 'Returns the page on which data are uploaded.'),
  page(wire.ASK_PAGE_PATH, 'Returns the page on which a model is queried.'),
  page(wire.INFERENCE_PAGE_PATH, 'Returns the page of an inference task.'),
  edge('GET', `${wire.EDGE_PAGE_FILES_PATH}/*`, 'platform.open', "Returns a script or style of the edge's pages.", {
    answer: BYTES,
    mayBeMissing: true,
  }),
  edge('GET', '/certificate', 'platform.open', "Returns the root certificate that issued the edge's certificate.", {
    answer: 'application/x-pem-file',
    mayBeMissing: true,
  }),
  edge('GET', wire.samplePath(':kind'), 'platform.open', 'Returns a sample archive of a kind of data.', {
    params: z.object({ kind: ContentType }),
    answer: 'application/zip',
    mayBeMissing: true,
  }),
  edge('GET', '/results/:file', 'inference.read-result', "Returns the file of a dataset's predictions.", {
    answer: 'text/csv',
    takesSession: true,
  }),
  edge('GET', wire.VIEW_PICTURE_PATH, 'dataset.read-rows', 'Returns a picture of a dataset, or its thumbnail.', {
    query: z.object({ path: z.string() }),
    answer: 'image/*',
    takesSession: true,
    takesMachine: true,
    mayBeMissing: true,
    ownToken: {
      scheme: 'pictureLink',
      in: 'query',
      name: 'token',
      description: `The \`token\` of the row in \`GET /listOfMeta\`, valid for ${PICTURE_TOKEN_MINUTES} minutes.`,
    },
  }),
  guard('POST', '/authorize', 'run.ask', 'Decides whether a message of a run may be processed.'),
  guard('POST', '/report', 'run.ask', 'Records how a message of a run ended.'),
  guard('POST', '/progress', 'run.ask', 'Records the progress of a single-party run.'),
  guard('POST', '/work', 'run.ask', 'Records how much of the work on a message is done.'),
]
