import { z } from 'zod'
import { ColumnTypes } from './column-types.ts'
import { DatasetMetadata } from './dataset.ts'
import { GrantNotice } from './grant.ts'
import { ModelCard } from './model.ts'
import { NamesWanted, PartyNames } from './names.ts'
import { ComponentHealth, Confinement, EdgeComponent, EdgePart, Installation, NodeCondition } from './party.ts'
import { PartyWork, Plan } from './run.ts'

/** Seconds between an edge's heartbeats, and after how many missed ones it counts as lost. */
export const HEARTBEAT_SECONDS = 2
export const HEARTBEATS_MISSED = 3

/** The largest message an edge may send over its link, in bytes: a table's thousands of columns have long names at times. */
export const LINK_MESSAGE_MAX_BYTES = 4 * 1024 * 1024

/** Newest entry of a hash-chained log. */
export const LogHead = z.object({ seq: z.number().int(), hash: z.string() })
export type LogHead = z.infer<typeof LogHead>

export const SignedHead = z.object({ head: LogHead, signature: z.string() })
export type SignedHead = z.infer<typeof SignedHead>

/** Whose log, and who signs: this or `edgeSubject`. */
export const PLATFORM_LOG = 'platform'

/** A head of the log `of` somebody under the signature `by` somebody: its owner, or one who keeps it. */
export const KnownHead = SignedHead.extend({
  of: z.string(),
  by: z.string(),
  /** Of the edge that signed, PEM; absent where the platform did. */
  key: z.string().optional(),
})
export type KnownHead = z.infer<typeof KnownHead>

/** What an edge reports; `kept` messages wait in its outbox until the platform acknowledges them by id. */
export const EdgeReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dataset'), dataset: DatasetMetadata }),
  z.object({ kind: z.literal('grant'), grant: GrantNotice }),
  /** Sent when a member has confirmed it at the edge, and never else; `wanted` is what they were asked for. */
  z.object({
    kind: z.literal('names'),
    taskId: z.string(),
    datasetId: z.string(),
    wanted: NamesWanted,
    names: PartyNames,
  }),
  /** Sent when a member has named them at the edge, and never else: codes are agreed for them. */
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
    /** Absent from edges of before. */
    flowerRunId: z.string().optional(),
    outcome: z.enum(['refused', 'failed', 'died']),
    step: z.string(),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  /** Columns of a run in which the party's values lie apart from the other parties': their names, and no value. */
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

/** For how long the worker at a run's message has given no sign of life; null once it has, or has ended. */
export const RunSilence = z.object({ runId: z.string(), seconds: z.number().int().nonnegative().nullable() })
export type RunSilence = z.infer<typeof RunSilence>

export const EdgeAddress = z.object({
  edgeUrl: z.string(),
  /** The root its members must trust, PEM; null when the edge shows a certificate from elsewhere. */
  rootCertificate: z.string().max(16_384).nullable(),
})
export type EdgeAddress = z.infer<typeof EdgeAddress>

export const EdgeToPlatform = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heartbeat'),
    components: z.record(EdgeComponent, ComponentHealth),
    /** Absent from edges of earlier versions. */
    parts: z.record(EdgePart, ComponentHealth).optional(),
    conditions: z.array(NodeCondition),
    /** Absent from edges of earlier versions. */
    confinement: Confinement.optional(),
    /** Absent from edges of earlier versions. */
    installation: Installation.optional(),
    logHead: LogHead,
    /** Of `logHead`, by the edge; absent from edges of earlier versions. */
    logSignature: z.string().optional(),
    /** The platform's head as this edge last saw it, signed by the edge. */
    countersigned: SignedHead.nullable(),
    /** Heads of other edges' logs that this one keeps from now on, signed by it. */
    witnessed: z.array(SignedHead.extend({ partyId: z.string() })).optional(),
    /** Where its party's browsers find it; told once on each link, and when a signer has confirmed another. */
    address: EdgeAddress.optional(),
  }),
  z.object({ kind: z.literal('report'), id: z.number().int(), report: EdgeReport }),
  /** How far a run by itself is at this edge: no message of it leaves before its end. Lost while the platform is away. */
  z.object({ kind: z.literal('progress'), ...RunProgress.shape }),
  /** Of the moment, too, of a run of any kind. */
  z.object({ kind: z.literal('work'), ...RunWork.shape }),
  z.object({ kind: z.literal('silence'), ...RunSilence.shape }),
])
export type EdgeToPlatform = z.infer<typeof EdgeToPlatform>

export const PlatformToEdge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('acknowledge'), id: z.number().int(), error: z.string().nullable() }),
  z.object({
    kind: z.literal('welcome'),
    logHead: LogHead,
    /** Of `logHead`, by the platform; absent from platforms of earlier versions. */
    signature: z.string().optional(),
    /** The edge's head that the platform keeps, signed by the platform. */
    countersigned: SignedHead.nullable(),
    /** What the edges of parties it trained with signed: heads of their logs, and of this edge's. */
    heads: z.array(KnownHead).optional(),
  }),
  z.object({ kind: z.literal('stop-run'), runId: z.string() }),
  /** Nobody waits for what this run of Flower's asked: our run goes on under another. */
  z.object({ kind: z.literal('end-attempt'), flowerRunId: z.string() }),
  /** The platform lists it no more. What becomes of its rows a signer decides at the edge. */
  z.object({ kind: z.literal('unlist-dataset'), datasetId: z.string() }),
])
export type PlatformToEdge = z.infer<typeof PlatformToEdge>

/** What an edge is joined with: the code, where to bring it, and, where nobody else vouches for the platform, its root. */
export interface Enrolment {
  code: string
  platformUrl: string
  /** SHA-256 of the root certificate, base64url. */
  rootFingerprint?: string | undefined
}

const ROOT_MARK = ',sha256='

/** One word for a shell and for make: neither reads anything into its characters. */
export const enrolmentText = ({ code, platformUrl, rootFingerprint }: Enrolment) =>
  `${code}@${platformUrl.replace(/\/+$/, '')}${rootFingerprint ? `${ROOT_MARK}${rootFingerprint}` : ''}`

/** Undefined when the text is not one of `enrolmentText`. */
export function readEnrolment(text: string): Enrolment | undefined {
  const [, code, platformUrl, rootFingerprint] =
    /^([\w-]+)@(https?:\/\/[^\s,]+?)\/*(?:,sha256=([\w-]{43}))?$/.exec(text.trim()) ?? []
  if (!code || !platformUrl || !URL.canParse(platformUrl)) return undefined
  return { code, platformUrl, rootFingerprint }
}

/** Told apart by it from all else that an edge signs. */
export const HANDOVER_TYPE = 'tessera-handover+jwt'

/** What an edge signs with its link key so that another takes its place in the party: which, and where that is reached. */
export const HandoverClaims = z.object({
  partyId: z.string(),
  /** Fingerprints of the two link keys. */
  from: z.string(),
  to: z.string(),
  edgeUrl: z.string(),
})
export type HandoverClaims = z.infer<typeof HandoverClaims>

/** `POST /edge/enrol`: an edge joins its party with a one-time code of the party's administrator. */
export const EnrolRequest = z.object({
  code: z.string(),
  edgeUrl: z.string(),
  /** Ed25519, PEM (SPKI): signs the edge's tokens for its link. */
  linkPublicKey: z.string(),
  /** EC P-384, PEM (SPKI): the SuperNode's. */
  nodePublicKey: z.string(),
  /** The party whose data the edge already holds: a code of another party is refused and stays good. */
  partyId: z.string().optional(),
  /** Where the party has an edge already: that one's word that this one takes its place. */
  handover: z.string().max(4_096).optional(),
})
export type EnrolRequest = z.infer<typeof EnrolRequest>

export const EnrolAnswer = z.object({
  partyId: z.string(),
  partyName: z.string(),
  partyNameEn: z.string(),
  /** JSON Web Key Set that signs edge tokens. */
  keys: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  /** The exact origin of the console, for CORS. */
  consoleOrigin: z.string(),
  /** `host:port` of the fleet front door and the authority that vouches for it. */
  fleetAddress: z.string(),
  fleetAuthority: z.string(),
  /** The administrator who made the code: first of those who may sign tickets. */
  signer: z.object({ userId: z.string(), username: z.string() }),
  prefix: z.string(),
})
export type EnrolAnswer = z.infer<typeof EnrolAnswer>

/** `GET /edge/tasks/:taskId`: what a ticket is about. */
export const EdgeTask = z.object({
  taskId: z.string(),
  taskName: z.string(),
  initiatorName: z.string(),
  initiatorNameEn: z.string().optional(),
  parties: z.array(z.object({ partyId: z.string(), name: z.string(), nameEn: z.string().optional() })),
  plan: Plan,
  /** The platform's code for it; platforms of earlier versions do not tell. */
  code: z.object({ hash: z.string(), version: z.string() }).optional(),
  /** What the columns of the plan hold in the rows brought so far; absent from platforms of earlier versions. */
  columnTypes: ColumnTypes.optional(),
  algorithmName: z.object({ cn: z.string(), en: z.string() }),
  originTaskId: z.string().nullable(),
})
export type EdgeTask = z.infer<typeof EdgeTask>

/** `GET /edge/tasks/:taskId/choosing?userId=`: why a member may not choose rows for the task now; null where they may. */
export const ChoosingAnswer = z.object({
  refusal: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
})
export type ChoosingAnswer = z.infer<typeof ChoosingAnswer>

/** `GET /edge/models/:modelId/card`: with what its party calls the model, and the hash of the file, as the platform kept it when the run finished. */
export const EdgeModelCard = ModelCard.extend({
  name: z.string().optional(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type EdgeModelCard = z.infer<typeof EdgeModelCard>

/** `POST /edge/runs/:runId/result`: what a run by itself left at its party's edge, which a member of the party shares. */
export const SharedResult = z.object({ card: z.looseObject({}), model: z.base64() })
export type SharedResult = z.infer<typeof SharedResult>

/**
 * The token an edge signs for each call over its link, sent as `Authorization: Bearer`: EdDSA under its link key, a minute
 * long, with `iss` and `sub` `edge:<partyId>` and this `aud`.
 */
export const LINK_AUDIENCE = 'platform'
/** Subject of an edge's link tokens, and audience of the tokens browsers show it. */
export const edgeSubject = (partyId: string) => `edge:${partyId}`
/** Undefined where it is no edge's. */
export const partyOf = (subject: string): string | undefined => /^edge:(.+)$/.exec(subject)?.[1]

/**
 * The text that is signed (Ed25519, base64url) for the head of a log, by its owner and by who keeps it: an edge with its
 * link key, the platform with the key of its edge tokens. It says whose log: a signature under the platform's head must
 * not pass for one under the edge's own.
 */
export const logHeadText = (of: string, head: LogHead) => `tessera log head of ${of} ${head.seq} ${head.hash}`

/**
 * Closing codes of the link. `replaced`: another link speaks for the party now. `shutOut`: the platform takes nothing
 * from this edge any more; the next try to connect is told the reason (`edge.revoked`, `party.suspended`).
 */
export const LINK_CLOSED = { replaced: 4409, shutOut: 4403 } as const

/** Paths of an edge's link, outside the wire's prefix; the edge signs a short token with its link key for each. */
export const LINK_PATHS = {
  enrol: '/edge/enrol',
  socket: '/edge/link',
  keys: '/edge/keys',
  task: '/edge/tasks/:taskId',
  /** For which columns, label and algorithm a task needs names: what is in them only a member sends. */
  names: '/edge/tasks/:taskId/names',
  /** Whether the member `?userId=` may choose rows for the task now. */
  choosing: '/edge/tasks/:taskId/choosing',
  /** The numbers of the model that the task's plan starts from, as bytes. */
  start: '/edge/tasks/:taskId/start',
  /** The algorithm's FAB, as bytes. */
  code: '/edge/algorithms/:algorithmId/code',
  /** A model's ONNX file and its card. */
  modelFile: '/edge/models/:modelId/file',
  modelCard: '/edge/models/:modelId/card',
  runResult: '/edge/runs/:runId/result',
} as const
