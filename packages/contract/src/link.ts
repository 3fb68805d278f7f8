import { z } from 'zod'
import { ColumnTypes } from './column-types.ts'
import { DatasetMetadata } from './dataset.ts'
import { GrantNotice } from './grant.ts'
import { BilingualText } from './language.ts'
import { ModelCard } from './model.ts'
import { NamesWanted, PartyNames } from './names.ts'
import { ComponentHealth, Confinement, EdgeComponent, EdgePart, Installation, NodeCondition } from './party.ts'
import { PartyWork, Plan } from './run.ts'

/** Seconds between an edge's heartbeats, and the number of missed heartbeats after which it counts as lost. */
export const HEARTBEAT_SECONDS = 2
export const HEARTBEATS_MISSED = 3

/**
 * Maximum size of a message that an edge sends over its link, in bytes. The report of a table with thousands of columns
 * contains thousands of names.
 */
export const LINK_MESSAGE_MAX_BYTES = 4 * 1024 * 1024

/** The newest entry of a hash-chained log. */
export const LogHead = z.object({ seq: z.number().int(), hash: z.string() })
export type LogHead = z.infer<typeof LogHead>

export const SignedHead = z.object({ head: LogHead, signature: z.string() })
export type SignedHead = z.infer<typeof SignedHead>

/** Identifies the platform as the owner of a log or as a signer. `edgeSubject` identifies an edge. */
export const PLATFORM_LOG = 'platform'

/**
 * A head of the log of one subject (`of`), signed by a subject (`by`): the log's owner, or another one that stores the
 * head.
 */
export const KnownHead = SignedHead.extend({
  of: z.string(),
  by: z.string(),
  /** Public key of the edge that signed, PEM; undefined if the platform signed. */
  key: z.string().optional(),
})
export type KnownHead = z.infer<typeof KnownHead>

/** A report of an edge. A report waits in the edge's outbox until the platform acknowledges its id. */
export const EdgeReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dataset'), dataset: DatasetMetadata }),
  z.object({ kind: z.literal('grant'), grant: GrantNotice }),
  /**
   * Names of categories and classes. The edge sends them only after a member has confirmed them at the edge. `wanted`
   * is the request that the member saw.
   */
  z.object({
    kind: z.literal('names'),
    taskId: z.string(),
    datasetId: z.string(),
    wanted: NamesWanted,
    names: PartyNames,
  }),
  /**
   * Classes of the label. The edge sends them only after a member has named them at the edge, so that the parties can
   * agree on codes.
   */
  z.object({
    kind: z.literal('classes'),
    taskId: z.string(),
    datasetId: z.string(),
    label: z.string(),
    classes: z.array(z.string()).min(1),
  }),
  z.object({
    kind: z.literal('worker'),
    runId: z.string(),
    attemptId: z.string(),
    outcome: z.enum(['refused', 'failed', 'died']),
    step: z.string(),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  /**
   * Names of the columns of a run in which the party's values differ clearly from those of the other parties. The
   * report contains no values.
   */
  z.object({ kind: z.literal('apart'), runId: z.string(), columns: z.array(z.string()).min(1) }),
  z.object({
    kind: z.literal('model-use'),
    modelId: z.string(),
    userId: z.string(),
    name: z.string(),
    time: z.string(),
  }),
])
export type EdgeReport = z.infer<typeof EdgeReport>

export const RunProgress = z.object({
  runId: z.string(),
  step: z.enum(['statistics', 'train', 'evaluate']),
  round: z.number().int().nonnegative(),
})
export type RunProgress = z.infer<typeof RunProgress>

export const RunWork = PartyWork.extend({ runId: z.string() })
export type RunWork = z.infer<typeof RunWork>

/**
 * Time for which the worker of a run's message has given no sign of life; null once the worker has given one or has
 * ended.
 */
export const RunSilence = z.object({ runId: z.string(), seconds: z.number().int().nonnegative().nullable() })
export type RunSilence = z.infer<typeof RunSilence>

export const EdgeAddress = z.object({
  edgeUrl: z.string(),
  /**
   * The root certificate that the party's members must trust, PEM; null if another authority signed the edge's
   * certificate.
   */
  rootCertificate: z.string().max(16_384).nullable(),
})
export type EdgeAddress = z.infer<typeof EdgeAddress>

export const EdgeToPlatform = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heartbeat'),
    components: z.record(EdgeComponent, ComponentHealth),
    parts: z.record(EdgePart, ComponentHealth),
    conditions: z.array(NodeCondition),
    confinement: Confinement,
    installation: Installation,
    logHead: LogHead,
    /** The edge's signature of the head of its own log. */
    logSignature: z.string(),
    /** The newest head of the platform's log that this edge received, signed by the edge. */
    countersigned: SignedHead.nullable(),
    /** Heads of other edges' logs that this edge has newly stored, signed by this edge. */
    witnessed: z.array(SignedHead.extend({ partyId: z.string() })).optional(),
    /**
     * Address at which browsers of the party reach the edge. The edge sends it once on each link, and when a signer has
     * confirmed another address.
     */
    address: EdgeAddress.optional(),
  }),
  z.object({ kind: z.literal('report'), id: z.number().int(), report: EdgeReport }),
  /**
   * Progress of a single-party run at this edge. It is needed because such a run sends its own messages only at its
   * end. It is not sent again if the platform is offline.
   */
  z.object({ kind: z.literal('progress'), ...RunProgress.shape }),
  /** The current work of a run of any kind. It is not sent again if the platform is offline. */
  z.object({ kind: z.literal('work'), ...RunWork.shape }),
  z.object({ kind: z.literal('silence'), ...RunSilence.shape }),
])
export type EdgeToPlatform = z.infer<typeof EdgeToPlatform>

export const PlatformToEdge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('acknowledge'), id: z.number().int(), error: z.string().nullable() }),
  z.object({
    kind: z.literal('welcome'),
    logHead: LogHead,
    /** The platform's signature of the head of its own log. */
    signature: z.string(),
    /** The head of the edge's log that the platform stores, signed by the platform. */
    countersigned: SignedHead.nullable(),
    /**
     * Heads that were signed by edges of parties with which this party has trained: heads of their own logs, and of
     * this edge's log.
     */
    heads: z.array(KnownHead),
  }),
  z.object({ kind: z.literal('stop-run'), runId: z.string() }),
  /** Tells the edge to end its work for this Flower run, because our run continues in another Flower run. */
  z.object({ kind: z.literal('end-attempt'), attemptId: z.string() }),
  /**
   * Tells the edge that the platform no longer lists a dataset. A signer at the edge decides whether its rows are
   * deleted.
   */
  z.object({ kind: z.literal('unlist-dataset'), datasetId: z.string() }),
])
export type PlatformToEdge = z.infer<typeof PlatformToEdge>

/**
 * What an edge needs to enrol: the code, the platform's address and, if no public authority signed the platform's
 * certificate, the fingerprint of its root certificate.
 */
export interface Enrolment {
  code: string
  platformUrl: string
  /** SHA-256 of the platform's root certificate, base64url. */
  rootFingerprint?: string | undefined
}

const ROOT_MARK = ',sha256='

/** Returns the enrolment as one word without characters that a shell or make would interpret. */
export const enrolmentText = ({ code, platformUrl, rootFingerprint }: Enrolment) =>
  `${code}@${platformUrl.replace(/\/+$/, '')}${rootFingerprint ? `${ROOT_MARK}${rootFingerprint}` : ''}`

/** Returns the enrolment in a text; undefined if `enrolmentText` did not write the text. */
export function readEnrolment(text: string): Enrolment | undefined {
  const [, code, platformUrl, rootFingerprint] =
    /^([\w-]+)@(https?:\/\/[^\s,]+?)\/*(?:,sha256=([\w-]{43}))?$/.exec(text.trim()) ?? []
  if (!code || !platformUrl || !URL.canParse(platformUrl)) return undefined
  return { code, platformUrl, rootFingerprint }
}

/** Type of the handover token. It distinguishes the token from everything else that an edge signs. */
export const HANDOVER_TYPE = 'tessera-handover+jwt'

/** The claims that an edge signs with its link key to approve its replacement: the next edge and its address. */
export const HandoverClaims = z.object({
  partyId: z.string(),
  /** Fingerprint of the link key of the edge that is replaced; `to` is that of its successor. */
  from: z.string(),
  to: z.string(),
  edgeUrl: z.string(),
})
export type HandoverClaims = z.infer<typeof HandoverClaims>

/** `POST /edge/enrol`: an edge joins its party with a one-time code that the party's administrator created. */
export const EnrolRequest = z.object({
  code: z.string(),
  edgeUrl: z.string(),
  /** Ed25519 public key, PEM (SPKI). The edge signs its link tokens with the private key. */
  linkPublicKey: z.string(),
  /** EC P-384 public key of the SuperNode, PEM (SPKI). */
  nodePublicKey: z.string(),
  /** The party whose data the edge already stores. A code of another party is refused and remains valid. */
  partyId: z.string().optional(),
  /** If the party already has an edge: the approval of this edge that the party's current edge has signed. */
  handover: z.string().max(4_096).optional(),
})
export type EnrolRequest = z.infer<typeof EnrolRequest>

export const EnrolAnswer = z.object({
  partyId: z.string(),
  partyName: BilingualText,
  /** JSON Web Key Set with the keys that verify edge tokens. */
  keys: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  /** The exact origin of the console, for CORS. */
  consoleOrigin: z.string(),
  /** Address of the fleet's front door (`host:port`), and the certificate authority that signs its certificate. */
  fleetAddress: z.string(),
  fleetAuthority: z.string(),
  /** The administrator who created the code. This administrator becomes the first member who can sign tickets. */
  signer: z.object({ userId: z.string(), username: z.string() }),
  prefix: z.string(),
})
export type EnrolAnswer = z.infer<typeof EnrolAnswer>

/** `GET /edge/tasks/:taskId`: the task that a consent ticket covers. */
export const EdgeTask = z.object({
  taskId: z.string(),
  taskName: z.string(),
  initiatorName: BilingualText,
  parties: z.array(z.object({ partyId: z.string(), name: BilingualText })),
  plan: Plan,
  /** Hash and version of the platform's code for the plan's algorithm. */
  code: z.object({ hash: z.string(), version: z.string() }),
  /** The type of each column of the plan, in the rows that are offered so far. */
  columnTypes: ColumnTypes,
  algorithmName: BilingualText,
  originTaskId: z.string().nullable(),
})
export type EdgeTask = z.infer<typeof EdgeTask>

/**
 * `GET /edge/tasks/:taskId/choosing?userId=`: why a member cannot currently select rows for the task; null if the
 * member can.
 */
export const ChoosingAnswer = z.object({
  refusal: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
})
export type ChoosingAnswer = z.infer<typeof ChoosingAnswer>

/**
 * `GET /edge/models/:modelId/card`: the card with the party's name for the model, and the hash of the file that the
 * platform stored when the run finished.
 */
export const EdgeModelCard = ModelCard.extend({
  name: z.string().optional(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type EdgeModelCard = z.infer<typeof EdgeModelCard>

/** `POST /edge/runs/:runId/result`: the result of a single-party run that a member of the party shares. */
export const SharedResult = z.object({ card: z.looseObject({}), model: z.base64() })
export type SharedResult = z.infer<typeof SharedResult>

/**
 * Audience of the token that an edge signs for each call to the platform, sent as `Authorization: Bearer`. The link key
 * signs the token (EdDSA); it is valid for one minute, with `iss` and `sub` `edge:<partyId>`.
 */
export const LINK_AUDIENCE = 'platform'
/**
 * Returns the subject of an edge's link tokens, which is also the audience of the tokens that browsers send to the
 * edge.
 */
export const edgeSubject = (partyId: string) => `edge:${partyId}`
/** Returns the party of an edge's subject; undefined for any other subject. */
export const partyOf = (subject: string): string | undefined => /^edge:(.+)$/.exec(subject)?.[1]

/**
 * Returns the text that is signed (Ed25519, base64url) for the head of a log, by the log's owner and by others that
 * store the head. An edge signs with its link key, the platform with the key of its edge tokens. The text names the
 * log, so that a signature of the platform's head cannot be used for a head of the edge's own log.
 */
export const logHeadText = (of: string, head: LogHead) => `tessera log head of ${of} ${head.seq} ${head.hash}`

/**
 * Close codes of the link. `replaced`: another link now represents the party. `shutOut`: the platform no longer accepts
 * messages from this edge; the edge gets the reason (`edge.revoked`, `party.suspended`) when it tries to connect again.
 */
export const LINK_CLOSED = { replaced: 4409, shutOut: 4403 } as const

/**
 * Paths of the calls that an edge makes, outside the API prefix. The edge signs a short-lived token with its link key
 * for each call.
 */
export const LINK_PATHS = {
  enrol: '/edge/enrol',
  socket: '/edge/link',
  keys: '/edge/keys',
  task: '/edge/tasks/:taskId',
  /**
   * The columns, label and algorithm for which a task needs names. The names themselves are sent only by a member's
   * confirmation.
   */
  names: '/edge/tasks/:taskId/names',
  /** Whether the member in `?userId=` can currently select rows for the task. */
  choosing: '/edge/tasks/:taskId/choosing',
  /** The weights from which the task's plan starts, as bytes. */
  start: '/edge/tasks/:taskId/start',
  /** The algorithm's bundle for Flower (FAB), as bytes. */
  code: '/edge/algorithms/:algorithmId/code',
  /** Path of a model's ONNX file; `modelCard` is the path of its card. */
  modelFile: '/edge/models/:modelId/file',
  modelCard: '/edge/models/:modelId/card',
  runResult: '/edge/runs/:runId/result',
} as const
