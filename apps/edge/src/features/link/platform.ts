import { createHash, createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import {
  AppError,
  ChoosingAnswer,
  EdgeModelCard,
  type EdgeTask,
  EnrolAnswer,
  type EnrolRequest,
  edgeSubject,
  fail,
  isErrorCode,
  knownError,
  LINK_AUDIENCE,
  LINK_PATHS,
  MAX_START_NUMBERS,
  NamesAsked,
  type SharedResult,
} from '@tessera/contract'
import { WireEdgeTask, WireEnrolAnswer } from '@tessera/contract/wire'
import { ProgressLimit } from '@tessera/server'
import { SignJWT } from 'jose'
import { Agent, fetch, type Response } from 'undici'
import { z } from 'zod'

/**
 * Time without response bytes and without a successful health check after which a request fails. This is enough on a
 * machine that is otherwise idle.
 */
const SILENT_MS = 30_000
/** Maximum duration of a request: the same limit as the platform's own. */
const MAX_ANSWER_MS = 7_200_000
const TIMES_MS = 5_000
/** Number of health checks within the time after which a silent request fails. */
const LOOKS = 5
/** The timeouts of the HTTP client are off, because only `#watchAnswer` aborts a waiting request. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
/** Maximum size of a response. Code of algorithms and model files are smaller. */
const MAX_BYTES = 512 * 1024 * 1024

const Keys = EnrolAnswer.shape.keys

/** All calls of this edge to the platform, except those on its WebSocket. */
export class Platform {
  readonly #url: string
  readonly #key: KeyObject
  readonly #silentMs: number
  #partyId: string | null = null

  constructor(url: string, key: KeyObject, silentMs = SILENT_MS) {
    this.#url = url
    this.#key = key
    this.#silentMs = silentMs
  }

  get partyId(): string {
    return this.#partyId ?? fail('edge.unknown')
  }

  actAs(partyId: string) {
    this.#partyId = partyId
  }

  /** Signs a token for one call. The token is valid for one minute. */
  token(): Promise<string> {
    const subject = edgeSubject(this.partyId)
    const issued = Math.floor(Date.now() / 1_000)
    return new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId(this.#key) })
      .setIssuer(subject)
      .setSubject(subject)
      .setAudience(LINK_AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + 60)
      .setJti(randomUUID())
      .sign(this.#key)
  }

  socketUrl(): string {
    return `${this.#url.replace(/^http/, 'ws')}${LINK_PATHS.socket}`
  }

  async enrol(request: EnrolRequest): Promise<EnrolAnswer> {
    return WireEnrolAnswer.parse(await this.#json(LINK_PATHS.enrol, { method: 'POST', body: request }))
  }

  async keys(): Promise<z.infer<typeof Keys>> {
    return Keys.parse(await this.#json(LINK_PATHS.keys))
  }

  async task(taskId: string): Promise<EdgeTask> {
    const task = WireEdgeTask.parse(await this.#json(pathOf(LINK_PATHS.task, taskId)))
    if (task.taskId !== taskId || task.plan.taskId !== taskId) throw new Error('the platform returned another task')
    return task
  }

  /**
   * Returns the columns whose categories and classes the task needs. This call sends none of them; the edge sends them
   * only after a member has confirmed them.
   */
  async wantedNames(taskId: string): Promise<NamesAsked> {
    return NamesAsked.parse(await this.#json(pathOf(LINK_PATHS.names, taskId)))
  }

  /** Throws the platform's reason if the member may not select rows for the task now. */
  async checkChoosing(taskId: string, userId: string) {
    const path = `${pathOf(LINK_PATHS.choosing, taskId)}?${new URLSearchParams({ userId })}`
    const { refusal } = ChoosingAnswer.parse(await this.#json(path))
    if (!refusal) return
    const { code, params } = knownError(refusal.code, refusal.params)
    fail(code, params)
  }

  /** Downloads the bytes of the algorithm's bundle. The caller must verify the hash. */
  code(algorithmId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.code, algorithmId))
  }

  /** Downloads the bytes of the start weights in the task's plan. The caller must verify the hash. */
  start(taskId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.start, taskId), {
      most: MAX_START_NUMBERS * Float64Array.BYTES_PER_ELEMENT,
    })
  }

  modelFile(modelId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.modelFile, modelId))
  }

  async modelCard(modelId: string): Promise<EdgeModelCard> {
    const card = await this.#json(pathOf(LINK_PATHS.modelCard, modelId))
    return EdgeModelCard.parse(card)
  }

  /**
   * Sends a result to the platform. The platform refuses it unless the run was a single-party run of this party and its
   * result was not shared before.
   */
  async shareResult(runId: string, result: SharedResult): Promise<void> {
    await this.#bytes(pathOf(LINK_PATHS.runResult, runId), { method: 'POST', body: result })
  }

  async #json(path: string, options: { method?: string; body?: unknown } = {}): Promise<unknown> {
    const body = parsed(await this.#bytes(path, options)) as Record<string, unknown> | null
    if (body === null) throw away()
    return 'success' in body && 'result' in body ? body.result : body
  }

  async #bytes(
    path: string,
    { method = 'GET', body, most = MAX_BYTES }: { method?: string; body?: unknown; most?: number } = {},
  ): Promise<Uint8Array> {
    const headers: Record<string, string> = { 'accept-language': 'en' }
    if (this.#partyId !== null) headers.authorization = `Bearer ${await this.token()}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const watch = this.#watchAnswer()
    const ask = () =>
      fetch(`${this.#url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: watch.signal,
        dispatcher,
      })
    try {
      // The platform or a proxy can close a reused connection just when a request is sent. Only GET requests are
      // retried.
      const response = await ask().catch((error) =>
        method === 'GET' && isCutOff(error) ? ask() : Promise.reject(error),
      )
      const bytes = await readBody(response, most, watch.renew)
      if (response.ok && !isRefusal(response, bytes)) return bytes
      throw errorOf(response, bytes)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw (await distrustOf((error as { cause?: { code?: unknown } }).cause ?? {}, this.#url)) ?? away()
    } finally {
      watch.end()
    }
  }

  /**
   * Aborts a request when the platform neither sends bytes nor answers health checks. The duration alone does not count
   * until the maximum, because checking a model or a large transfer over a slow line takes minutes.
   */
  #watchAnswer() {
    const abort = new AbortController()
    const progressLimit = new ProgressLimit(this.#silentMs)
    const startedAt = performance.now()
    let isAsking = false
    const timer = setInterval(() => {
      if (progressLimit.hasPassed || performance.now() - startedAt > MAX_ANSWER_MS) return abort.abort()
      if (isAsking) return
      isAsking = true
      void fetch(`${this.#url}/healthz`, { signal: abort.signal, dispatcher })
        .then(async ({ status, body }) => {
          await body?.cancel()
          // A status of 500 or above can come from a proxy whose platform is down, so it does not count as a health
          // check.
          if (status < 500) progressLimit.restart()
        })
        .catch(() => {})
        .finally(() => {
          isAsking = false
        })
    }, this.#silentMs / LOOKS)
    const end = () => {
      clearInterval(timer)
      abort.abort()
    }
    return { signal: abort.signal, renew: () => progressLimit.restart(), end }
  }
}

/** Reads the body of a response in chunks, so that an endless response cannot fill the memory. */
async function readBody({ body }: Response, most: number, onChunk: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    onChunk()
    size += chunk.length
    if (size > most) fail('request.too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const away = () => new AppError('edge.platform-away')

const isCutOff = ({ cause }: { cause?: { code?: unknown } }) =>
  cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET'

/** Error codes of OpenSSL and Node.js for an invalid certificate. */
const DISTRUST = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|SUBTREE|UNSPECIFIED/
const OUT_OF_TIME = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/

/**
 * Returns the error for an invalid certificate at this address, or undefined if another cause made the request fail.
 */
export async function distrustOf({ code }: { code?: unknown }, url: string): Promise<AppError | undefined> {
  const detail = String(code ?? '')
  if (!DISTRUST.test(detail)) return undefined
  if (!OUT_OF_TIME.test(detail)) return new AppError('edge.platform-untrusted', { detail })
  return new AppError('edge.platform-expired', { detail: (await timesAt(url)) ?? detail })
}

/**
 * Connects to read the validity period of the certificate, because the error does not contain it. No data is sent on
 * this untrusted connection.
 */
function timesAt(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const name = isIP(host) ? {} : { servername: host }
    const socket = connect({ host, port: Number(port) || 443, ...name, rejectUnauthorized: false }, () => {
      const days = daysOf(socket.getPeerCertificate())
      socket.destroy()
      resolve(days)
    })
    socket.setTimeout(TIMES_MS, () => socket.destroy())
    socket.on('error', () => {}).on('close', () => resolve(undefined))
  })
}

/**
 * Returns the first and last day of validity, or undefined if the dates are unreadable. A man in the middle can send
 * any certificate.
 */
export function daysOf({ valid_from, valid_to }: Pick<PeerCertificate, 'valid_from' | 'valid_to'>): string | undefined {
  const times = [valid_from, valid_to].map((time) => new Date(time))
  if (times.some((time) => Number.isNaN(time.getTime()))) return undefined
  return times.map((time) => time.toISOString().slice(0, 10)).join(' – ')
}

const pathOf = (path: string, id: string) => path.replace(/:\w+/, encodeURIComponent(id))
const keyId = (key: KeyObject) =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64url')

/** Returns whether the platform refused the call. Refusals have the HTTP status 200, like all responses to calls. */
function isRefusal(response: Response, bytes: Uint8Array): boolean {
  if (!response.headers.get('content-type')?.includes('json')) return false
  return (parsed(bytes) as { success?: unknown } | null)?.success === false
}

const Refusal = z.object({
  error: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

function errorOf({ status }: Response, bytes: Uint8Array): Error {
  const refusal = Refusal.safeParse(parsed(bytes))
  if (refusal.success && isErrorCode(refusal.data.error)) return new AppError(refusal.data.error, refusal.data.params)
  return status === 401 ? new AppError('edge.unknown') : away()
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
