import { createHash, createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import {
  AppError,
  ChoosingAnswer,
  EdgeModelCard,
  EdgeTask,
  EnrolAnswer,
  type EnrolRequest,
  edgeSubject,
  fail,
  isErrorCode,
  knownError,
  LINK_AUDIENCE,
  LINK_PATHS,
  MOST_START_NUMBERS,
  NamesAsked,
  type SharedResult,
  withInput,
} from '@tessera/contract'
import { Patience } from '@tessera/server'
import { SignJWT } from 'jose'
import { Agent, fetch, type Response } from 'undici'
import { z } from 'zod'

/** How long a platform may neither send a byte of its answer nor answer beside it, on a machine that does nothing else. */
const SILENT_MS = 30_000
/** As long as the platform itself gives a request. */
const MAX_ANSWER_MS = 7_200_000
const TIMES_MS = 5_000
/** How often within the time of silence the platform is asked whether it lives. */
const LOOKS = 5
/** What waits is ended by `#watchAnswer` alone. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
/** An algorithm's code is source text; a model of ours is small. */
const MOST_BYTES = 512 * 1024 * 1024

const Keys = EnrolAnswer.shape.keys

/** Every call this edge makes to the platform but for the link's socket. */
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

  /** A token for one call, good for a minute. */
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
    return EnrolAnswer.parse(await this.#json(LINK_PATHS.enrol, { method: 'POST', body: request }))
  }

  async keys(): Promise<z.infer<typeof Keys>> {
    return Keys.parse(await this.#json(LINK_PATHS.keys))
  }

  async task(taskId: string): Promise<EdgeTask> {
    const task = EdgeTask.parse(await this.#json(pathOf(LINK_PATHS.task, taskId)))
    if (task.taskId !== taskId || task.plan.taskId !== taskId) throw new Error('the platform answered another task')
    return task
  }

  /** What the task needs names for. What those are the platform is told when a member confirms them, and not by this call. */
  async wantedNames(taskId: string): Promise<NamesAsked> {
    return NamesAsked.parse(await this.#json(pathOf(LINK_PATHS.names, taskId)))
  }

  /** Ends with the platform's reason where the member may not choose rows for the task now. */
  async checkChoosing(taskId: string, userId: string) {
    const path = `${pathOf(LINK_PATHS.choosing, taskId)}?${new URLSearchParams({ userId })}`
    const { refusal } = ChoosingAnswer.parse(await this.#json(path))
    if (!refusal) return
    const { code, params } = knownError(refusal.code, refusal.params)
    fail(code, params)
  }

  /** The algorithm's bundle, as bytes: whoever asks hashes it himself. */
  code(algorithmId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.code, algorithmId))
  }

  /** What the task's plan starts from, as bytes: whoever asks compares the hash. */
  start(taskId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.start, taskId), {
      most: MOST_START_NUMBERS * Float64Array.BYTES_PER_ELEMENT,
    })
  }

  modelFile(modelId: string): Promise<Uint8Array> {
    return this.#bytes(pathOf(LINK_PATHS.modelFile, modelId))
  }

  async modelCard(modelId: string): Promise<EdgeModelCard> {
    const card = await this.#json(pathOf(LINK_PATHS.modelCard, modelId))
    if (typeof card === 'object' && card !== null && !('sha256' in card)) fail('model.no-hash')
    return EdgeModelCard.parse(withInput(card))
  }

  /** Refused unless the run was this party's alone, and nothing of it was shared before. */
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
    { method = 'GET', body, most = MOST_BYTES }: { method?: string; body?: unknown; most?: number } = {},
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
      // The platform, or a proxy before it, may close a connection that was kept as a question sets out on it.
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
   * Ends a request once the platform neither sends bytes nor answers another question, and not for the time it takes: a
   * check of a model, or a large one over a slow line, takes minutes.
   */
  #watchAnswer() {
    const abort = new AbortController()
    const patience = new Patience(this.#silentMs)
    const startedAt = performance.now()
    let isAsking = false
    const timer = setInterval(() => {
      if (patience.isOver || performance.now() - startedAt > MAX_ANSWER_MS) return abort.abort()
      if (isAsking) return
      isAsking = true
      void fetch(`${this.#url}/healthz`, { signal: abort.signal, dispatcher })
        .then(async ({ status, body }) => {
          await body?.cancel()
          // A proxy answers for a platform that is away.
          if (status < 500) patience.renew()
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
    return { signal: abort.signal, renew: () => patience.renew(), end }
  }
}

/** As they come, so that a platform that sends without end fills no memory. */
async function readBody({ body }: Response, most: number, heard: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    heard()
    size += chunk.length
    if (size > most) fail('request.too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const away = () => new AppError('edge.platform-away')

const isCutOff = ({ cause }: { cause?: { code?: unknown } }) =>
  cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET'

/** What a certificate that does not hold is called, by OpenSSL and by Node. */
const DISTRUST = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|SUBTREE|UNSPECIFIED/
const OUT_OF_TIME = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/

/** What is wrong with the certificate that was shown at this address; undefined where that is not what failed. */
export async function distrustOf({ code }: { code?: unknown }, url: string): Promise<AppError | undefined> {
  const detail = String(code ?? '')
  if (!DISTRUST.test(detail)) return undefined
  if (!OUT_OF_TIME.test(detail)) return new AppError('edge.platform-untrusted', { detail })
  return new AppError('edge.platform-expired', { detail: (await timesAt(url)) ?? detail })
}

/** From when to when the certificate there is good, which the refusal does not say. Nothing is sent to whoever shows it. */
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

/** Its first and last day; undefined where they cannot be read: whoever stands on the way shows what they like. */
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

/** Business errors come with status 200, like every other call's. */
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
