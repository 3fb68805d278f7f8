import type { KeyObject } from 'node:crypto'
import { sign } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type ComponentHealth,
  type Confinement,
  type EdgeAddress,
  type EdgeComponent,
  type EdgePart,
  type EdgeToPlatform,
  type ErrorCode,
  HEARTBEAT_SECONDS,
  type Installation,
  LINK_CLOSED,
  type LogHead,
  logHeadText,
  type NodeCondition,
  PlatformToEdge,
  type RunProgress,
  type RunSilence,
  type RunWork,
} from '@tessera/contract'
import { WebSocket } from 'ws'
import { countersignedPath, type DecisionLog } from '../../lib/decision-log.ts'
import type { Outbox } from './outbox.ts'
import type { Platform } from './platform.ts'

export interface LinkDeps {
  platform: Platform
  outbox: Outbox
  log: DecisionLog
  key: KeyObject
  dataDir: string
  health: () => {
    components: Record<EdgeComponent, ComponentHealth>
    parts: Record<EdgePart, ComponentHealth>
    conditions: NodeCondition[]
    confinement: Confinement
    installation: Installation
  }
  address: EdgeAddress
  commands: {
    stopRun: (runId: string) => void
    endAttempt: (flowerRunId: string) => void
    unlistDataset: (datasetId: string) => void
  }
  /** Called on each connection: the moment to fetch what may have changed meanwhile. */
  onConnect: () => void
  /** The platform takes nothing from this edge any more, and why; null once it does again. */
  onShutOut: (because: ErrorCode | null) => void
  /** How often one that is shut out asks again. */
  shutOutRetryMs?: number
  say: (line: string) => void
}

const BACK_OFF_MS = [300, 600, 1_200, 2_500, 5_000]
/** A link on which nothing comes back is a dead one, even if the network does not say so. */
const SILENCE_MS = 10_000
/** The platform's reasons to have nothing to do with an edge until somebody decides otherwise. */
const SHUT_OUT: readonly ErrorCode[] = ['edge.revoked', 'party.suspended']
const SHUT_OUT_RETRY_MS = 60_000

/** The one connection between edge and platform, opened from here only, and opened again for as long as the edge runs. */
export class PlatformLink {
  readonly #deps: LinkDeps
  #socket: WebSocket | null = null
  #beat: NodeJS.Timeout | null = null
  #again: NodeJS.Timeout | null = null
  #failures = 0
  #stopped = false
  #lastHeard = 0
  #openedAt = 0
  #lastSent = 0
  #platformHead: LogHead | null = null
  #shutOut: ErrorCode | null = null

  constructor(deps: LinkDeps) {
    this.#deps = deps
    deps.outbox.onReport = () => this.#flush()
    deps.outbox.isConnected = () => this.isConnected
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

  /** Tells how things stand at once, when something has just changed; `more` goes along. */
  beat(more: { address?: EdgeAddress } = {}) {
    if (!this.isConnected) return
    if (Date.now() - this.#lastHeard > SILENCE_MS) return this.#socket?.terminate()
    this.#socket?.ping()
    this.#send({
      kind: 'heartbeat',
      ...more,
      ...this.#deps.health(),
      logHead: this.#deps.log.durableHead(),
      countersigned: this.#platformHead && {
        head: this.#platformHead,
        signature: sign(null, Buffer.from(logHeadText(this.#platformHead)), this.#deps.key).toString('base64url'),
      },
    })
  }

  /** Of the moment: what the platform does not hear now it need not hear later. */
  tellProgress(progress: RunProgress) {
    if (this.isConnected) this.#send({ kind: 'progress', ...progress })
  }

  /** Of the moment as well. */
  tellWork(work: RunWork) {
    if (this.isConnected) this.#send({ kind: 'work', ...work })
  }

  /** And this. */
  tellSilence(silence: RunSilence) {
    if (this.isConnected) this.#send({ kind: 'silence', ...silence })
  }

  async #open() {
    const token = await this.#deps.platform.token()
    if (this.#stopped) return
    const socket = new WebSocket(this.#deps.platform.socketUrl(), {
      // What it refuses is said in this edge's log.
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      handshakeTimeout: SILENCE_MS,
    })
    this.#socket = socket
    const heard = () => {
      this.#lastHeard = Date.now()
    }
    socket.on('open', () => {
      heard()
      this.#openedAt = Date.now()
      this.#lastSent = 0
      this.#deps.say('connected to the platform')
      this.#setShutOut(null)
      this.#deps.onConnect()
      this.#beat = setInterval(() => this.#surviving(() => this.beat()), HEARTBEAT_SECONDS * 1_000)
      this.#surviving(() => this.beat({ address: this.#deps.address }))
      this.#surviving(() => this.#flush())
    })
    socket.on('pong', heard)
    socket.on('ping', heard)
    socket.on('message', (data) => {
      heard()
      this.#surviving(() => this.#receive(String(data)))
    })
    socket.on('unexpected-response', (_request, response) => void this.#refused(socket, response))
    socket.on('error', (error) => {
      if (this.#failures === 0) this.#deps.say(`the platform cannot be reached: ${error.message}`)
    })
    socket.on('close', (code) => this.#closed(socket, code))
  }

  /** Shut out, or something that passes: the proxy in front of a platform that restarts, say. */
  async #refused(socket: WebSocket, response: IncomingMessage) {
    const { error, message } = (parsed(await text(response).catch(() => '')) ?? {}) as Record<string, unknown>
    const because = SHUT_OUT.find((code) => code === error)
    if (because) this.#setShutOut(because)
    else if (this.#failures === 0) this.#deps.say(`the platform refuses the link: ${message ?? response.statusCode}`)
    // What ws has to say of our hanging up says nothing.
    socket.removeAllListeners('error').on('error', () => {})
    socket.terminate()
  }

  #setShutOut(because: ErrorCode | null) {
    if (this.#shutOut === because) return
    this.#shutOut = because
    this.#surviving(() => this.#deps.onShutOut(because))
  }

  /** A full disk or a failing one must not end the edge, which goes on refusing and stopping. */
  #surviving(work: () => void) {
    try {
      work()
    } catch (error) {
      this.#deps.say(`the link: ${error}`)
    }
  }

  #closed(socket: WebSocket, code: number) {
    if (this.#socket !== socket) return
    this.#socket = null
    if (this.#beat) clearInterval(this.#beat)
    if (this.#stopped) return
    if (this.#openedAt > 0) this.#deps.say(`the link to the platform is lost (${code}); it is opened again`)
    // A link that ends as soon as it opens is a failure too.
    if (this.#openedAt > 0 && Date.now() - this.#openedAt > SILENCE_MS) this.#failures = 0
    this.#openedAt = 0
    const wait = code === LINK_CLOSED.shutOut ? 0 : this.#backOff()
    this.#failures += 1
    // Not all edges at once after a restart of the platform.
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
    if (!read.success) return this.#deps.say('the platform said something this edge does not understand')
    const message = read.data
    switch (message.kind) {
      case 'acknowledge':
        return this.#deps.outbox.acknowledge(message.id, message.error)
      case 'welcome':
        return this.#welcome(message)
      case 'stop-run':
        return this.#deps.commands.stopRun(message.runId)
      case 'end-attempt':
        return this.#deps.commands.endAttempt(message.flowerRunId)
      case 'unlist-dataset':
        return this.#deps.commands.unlistDataset(message.datasetId)
    }
  }

  /** Each side keeps the other's head: neither can shorten or rewrite its log without the other being able to show it. */
  #welcome({ logHead, countersigned }: Extract<PlatformToEdge, { kind: 'welcome' }>) {
    const { log, dataDir } = this.#deps
    if (logHead.hash !== this.#platformHead?.hash) log.append('platform-head', { ...logHead })
    this.#platformHead = logHead
    if (countersigned) {
      appendFileSync(countersignedPath(dataDir), `${JSON.stringify(countersigned)}\n`, { mode: 0o600 })
    }
    this.beat()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
