import type { KeyObject } from 'node:crypto'
import { sign } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  CLOCK_TOLERANCE_SECONDS,
  type ComponentHealth,
  type Confinement,
  type EdgeAddress,
  type EdgeComponent,
  type EdgePart,
  type EdgeToPlatform,
  type ErrorCode,
  edgeSubject,
  HEARTBEAT_SECONDS,
  type Installation,
  type KnownHead,
  LINK_CLOSED,
  type LogHead,
  logHeadText,
  type NodeCondition,
  PLATFORM_LOG,
  PlatformToEdge,
  partyOf,
  phrase,
  type RunProgress,
  type RunSilence,
  type RunWork,
} from '@tessera/contract'
import { isSignedBy, type Logger, publicKeyOf, sha256 } from '@tessera/server'
import { WebSocket } from 'ws'
import type { CountersignedHeads } from '../../lib/countersigned-heads.ts'
import { type DecisionLog, keptPlatformKeys } from '../../lib/decision-log.ts'
import type { Outbox } from './outbox.ts'
import { distrustOf, type Platform } from './platform.ts'

export interface LinkDeps {
  platform: Platform
  outbox: Outbox
  log: DecisionLog
  heads: CountersignedHeads
  key: KeyObject
  /** Returns the fingerprints of the keys by which this edge's tickets name another party's edge. */
  partnerKeys: (partyId: string) => string[]
  dataDir: string
  health: () => {
    components: Record<EdgeComponent, ComponentHealth>
    parts: Record<EdgePart, ComponentHealth>
    conditions: NodeCondition[]
    confinement: Confinement
    installation: Installation
  }
  address: () => EdgeAddress
  commands: {
    stopRun: (runId: string) => void
    endAttempt: (attemptId: string) => void
    unlistDataset: (datasetId: string) => void
  }
  /** Callback on each connection, which fetches data that may have changed while the edge was disconnected. */
  onConnect: () => void
  /** Callback with the reason when the platform revokes this edge, and with null when the platform accepts it again. */
  onShutOut: (because: ErrorCode | null) => void
  /** Interval between attempts to connect while the edge is revoked. */
  shutOutRetryMs?: number
  logger: Logger
}

/** Interval at which this edge logs a head of the platform's log, and the number of stored signed heads. */
const NOTE_HEADS_EVERY_MS = 10 * 60_000
const BACK_OFF_MS = [300, 600, 1_200, 2_500, 5_000]
/** Time without incoming data after which a connection counts as broken, even if the network reports no error. */
const SILENCE_MS = 10_000

/** Returns the offset between wall clock and monotonic clock in milliseconds. It changes only if the clock is set. */
const timeSet = () => Date.now() - performance.now()
/** Reasons for which the platform refuses an edge until an administrator changes that. */
const SHUT_OUT: readonly ErrorCode[] = ['edge.revoked', 'party.suspended']
const SHUT_OUT_RETRY_MS = 60_000

/** The only connection between edge and platform. The edge opens it, and opens it again after each interruption. */
export class PlatformLink {
  readonly #deps: LinkDeps
  #socket: WebSocket | null = null
  #beat: NodeJS.Timeout | null = null
  #again: NodeJS.Timeout | null = null
  #failures = 0
  #stopped = false
  #lastReceived = 0
  #openedAt = 0
  #timeSet = 0
  #lastSent = 0
  #platformHead: LogHead | null = null
  #headsNotedAt = Number.NEGATIVE_INFINITY
  /** Whether a log head was already recorded on this connection. */
  #hasNoted = false
  /** Stored log heads of other edges that this edge has not yet reported to the platform. */
  #witnessed: KnownHead[] = []
  #shutOut: ErrorCode | null = null
  /** The reason why the platform is unreachable, as logged last. */
  #awayBecause = ''

  constructor(deps: LinkDeps) {
    this.#deps = deps
    deps.outbox.onReport = () => this.#flush()
  }

  get shutOut(): ErrorCode | null {
    return this.#shutOut
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  start() {
    this.#stopped = false
    void this.#open()
  }

  stop() {
    this.#stopped = true
    if (this.#again) clearTimeout(this.#again)
    if (this.#beat) clearInterval(this.#beat)
    this.#socket?.close(1001)
  }

  /** Sends the edge's address once per connection, and after a signer has confirmed another address. */
  reportAddress() {
    this.beat({ address: this.#deps.address() })
  }

  /** Sends a heartbeat now. The fields of `more` are added to it. */
  beat(more: { address?: EdgeAddress } = {}) {
    if (!this.isConnected) return
    const isSilent = performance.now() - this.#lastReceived > SILENCE_MS
    // The platform compares clocks only when a link opens. Reconnect, so that the platform reports the current offset.
    const wasSet = Math.abs(timeSet() - this.#timeSet) > CLOCK_TOLERANCE_SECONDS * 1_000
    if (isSilent || wasSet) return this.#socket?.terminate()
    this.#socket?.ping()
    const { log, platform } = this.#deps
    const logHead = log.durableHead()
    const witnessed = this.#witnessed.splice(0).map(({ of, head }) => ({
      partyId: partyOf(of) ?? '',
      head,
      signature: this.#sign(of, head),
    }))
    this.#send({
      kind: 'heartbeat',
      ...more,
      ...this.#deps.health(),
      logHead,
      logSignature: this.#sign(edgeSubject(platform.partyId), logHead),
      countersigned: this.#platformHead && {
        head: this.#platformHead,
        signature: this.#sign(PLATFORM_LOG, this.#platformHead),
      },
      ...(witnessed.length > 0 ? { witnessed } : {}),
    })
  }

  #sign(of: string, head: LogHead): string {
    return sign(null, Buffer.from(logHeadText(of, head)), this.#deps.key).toString('base64url')
  }

  /**
   * Sends the progress of a run. It is dropped while the edge is disconnected, because only current progress is useful.
   */
  reportProgress(progress: RunProgress) {
    if (this.isConnected) this.#send({ kind: 'progress', ...progress })
  }

  /** Sends the state of the work. Like progress, it is dropped while the edge is disconnected. */
  reportWork(work: RunWork) {
    if (this.isConnected) this.#send({ kind: 'work', ...work })
  }

  /** Sends that a run is silent. Like progress, this is dropped while the edge is disconnected. */
  reportSilence(silence: RunSilence) {
    if (this.isConnected) this.#send({ kind: 'silence', ...silence })
  }

  async #open() {
    const token = await this.#deps.platform.token()
    if (this.#stopped) return
    const socket = new WebSocket(this.#deps.platform.socketUrl(), {
      // Refusals by the platform are requested in English, because the edge writes them to its log.
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      handshakeTimeout: SILENCE_MS,
    })
    this.#socket = socket
    const markAlive = () => {
      this.#lastReceived = performance.now()
    }
    socket.on('open', () => {
      markAlive()
      this.#openedAt = performance.now()
      this.#timeSet = timeSet()
      this.#lastSent = 0
      this.#hasNoted = false
      this.#awayBecause = ''
      this.#deps.logger.info('connected to the platform')
      this.#setShutOut(null)
      this.#deps.onConnect()
      this.#beat = setInterval(() => this.#surviving(() => this.beat()), HEARTBEAT_SECONDS * 1_000)
      this.#surviving(() => this.reportAddress())
      this.#surviving(() => this.#flush())
    })
    socket.on('pong', markAlive)
    socket.on('ping', markAlive)
    socket.on('message', (data) => {
      markAlive()
      this.#surviving(() => this.#receive(String(data)))
    })
    socket.on('unexpected-response', (_request, response) => void this.#refused(socket, response))
    socket.on('error', (error) => void this.#logAway(error, socket.url))
    socket.on('close', (code) => this.#closed(socket, code))
  }

  async #logAway(error: Error, url: string) {
    const distrust = await distrustOf(error as NodeJS.ErrnoException, url)
    const cause = distrust ? phrase('en', distrust.code, distrust.params) : error.message
    this.#logOnce(`the platform cannot be reached: ${cause}`)
  }

  /**
   * Logs a cause only if it differs from the last one since a connection. A new cause is logged, because another server
   * may answer later on an interrupted route.
   */
  #logOnce(cause: string) {
    if (cause !== this.#awayBecause) this.#deps.logger.warn(cause)
    this.#awayBecause = cause
  }

  /**
   * Handles a refused connection: the edge is revoked, or the cause is temporary, such as a proxy in front of a
   * restarting platform.
   */
  async #refused(socket: WebSocket, response: IncomingMessage) {
    const { error, message } = (parsed(await text(response).catch(() => '')) ?? {}) as Record<string, unknown>
    const because = SHUT_OUT.find((code) => code === error)
    if (because) this.#setShutOut(because)
    else this.#logOnce(`the platform refuses the link: ${message ?? response.statusCode}`)
    // The error that the library ws emits after we terminate the connection carries no information.
    socket.removeAllListeners('error').on('error', () => {})
    socket.terminate()
  }

  #setShutOut(because: ErrorCode | null) {
    if (this.#shutOut === because) return
    this.#shutOut = because
    this.#surviving(() => this.#deps.onShutOut(because))
  }

  /**
   * Runs a function, and logs its errors instead of throwing them. A full or failing disk must not end the edge
   * process, because the edge must still refuse and stop work.
   */
  #surviving(work: () => void) {
    try {
      work()
    } catch (error) {
      this.#deps.logger.error({ err: error }, 'the link to the platform failed')
    }
  }

  #closed(socket: WebSocket, code: number) {
    if (this.#socket !== socket) return
    this.#socket = null
    if (this.#beat) clearInterval(this.#beat)
    if (this.#stopped) return
    if (this.#openedAt > 0) this.#deps.logger.warn(`the link to the platform is lost (${code}); it is opened again`)
    // A connection that closes right after it opens counts as a failure, too.
    if (this.#openedAt > 0 && performance.now() - this.#openedAt > SILENCE_MS) this.#failures = 0
    this.#openedAt = 0
    const wait = code === LINK_CLOSED.shutOut ? 0 : this.#backOff()
    this.#failures += 1
    // The random part of the delay prevents all edges from reconnecting at once after a restart of the platform.
    this.#again = setTimeout(() => void this.#open(), wait * (0.75 + Math.random() / 2))
  }

  #backOff(): number {
    if (this.#shutOut) return this.#deps.shutOutRetryMs ?? SHUT_OUT_RETRY_MS
    return BACK_OFF_MS[Math.min(this.#failures, BACK_OFF_MS.length - 1)] as number
  }

  #flush() {
    if (!this.isConnected) return
    for (
      let next = this.#deps.outbox.unsent(this.#lastSent);
      next.length;
      next = this.#deps.outbox.unsent(this.#lastSent)
    ) {
      for (const { id, report } of next) {
        this.#send({ kind: 'report', id, report })
        this.#lastSent = id
      }
    }
  }

  #send(message: EdgeToPlatform) {
    this.#socket?.send(JSON.stringify(message))
  }

  #receive(text: string) {
    const read = PlatformToEdge.safeParse(parsed(text))
    if (!read.success) return this.#deps.logger.warn('the platform sent a message that this edge does not understand')
    const message = read.data
    switch (message.kind) {
      case 'acknowledge':
        return this.#deps.outbox.acknowledge(message.id, message.error)
      case 'welcome':
        return this.#welcome(message)
      case 'stop-run':
        return this.#deps.commands.stopRun(message.runId)
      case 'end-attempt':
        return this.#deps.commands.endAttempt(message.attemptId)
      case 'unlist-dataset':
        return this.#deps.commands.unlistDataset(message.datasetId)
    }
  }

  /**
   * Stores the log heads of the platform and of other parties. Every party stores them, so that a log cannot be
   * shortened or rewritten without evidence at another party.
   */
  #welcome({ logHead, signature, countersigned, heads = [] }: Extract<PlatformToEdge, { kind: 'welcome' }>) {
    const own = edgeSubject(this.#deps.platform.partyId)
    this.#keep({ of: PLATFORM_LOG, by: PLATFORM_LOG, head: logHead, signature: signature ?? '' })
    if (countersigned) this.#keep({ of: own, by: PLATFORM_LOG, ...countersigned })
    for (const head of heads) {
      const isTheirOwn = head.of === head.by && head.of !== PLATFORM_LOG
      if (!isTheirOwn && head.of !== own) continue
      if (this.#keep(head) && isTheirOwn) this.#witnessed.push(head)
    }
    const isNoteDue = performance.now() - this.#headsNotedAt >= NOTE_HEADS_EVERY_MS
    if (isNoteDue || (logHead.hash !== this.#platformHead?.hash && !this.#hasNoted)) this.#recordHeads(logHead)
    this.#platformHead = logHead
    this.beat()
  }

  /** Stores a log head. Returns false if the head is already stored or was not signed by its owner. */
  #keep(known: KnownHead): boolean {
    const { of, head, signature } = known
    if (isSignedBy(this.#keysOf(known), logHeadText(of, head), signature)) return this.#deps.heads.keep(known)
    if (signature) this.#deps.logger.warn(`a head of the log of ${of} came that ${known.by} did not sign`)
    return false
  }

  /**
   * Returns the keys that may have signed a log head. For heads of edges, only keys that a ticket names count, so that
   * the platform cannot invent an edge.
   */
  #keysOf({ by, key = '' }: KnownHead): (KeyObject | undefined)[] {
    const { dataDir, partnerKeys } = this.#deps
    if (by === PLATFORM_LOG) return keptPlatformKeys(dataDir).map(publicKeyOf)
    return partnerKeys(partyOf(by) ?? '').includes(sha256(key)) ? [publicKeyOf(key)] : []
  }

  #recordHeads(logHead: LogHead) {
    const { log, heads } = this.#deps
    log.append('platform-head', { ...logHead, kept: heads.durable() })
    this.#headsNotedAt = performance.now()
    this.#hasNoted = true
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
