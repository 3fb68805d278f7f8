import {
  EdgeToPlatform,
  edgeSubject,
  type KnownHead,
  LINK_CLOSED,
  LINK_PATHS,
  logHeadText,
  PLATFORM_LOG,
  type PlatformToEdge,
  type RunProgress,
  type RunSilence,
  type RunWork,
} from '@tessera/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Db } from '../../db/pool.ts'
import { platformLogHead } from '../../lib/audit.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { parties } from '../party/index.ts'
import { authenticateEdge, type EdgeCaller } from './authenticate-edge.ts'
import { findNewestHead, HEADS_EVERY_MS, listHeadsFor } from './heads.ts'
import { type Heartbeat, takeHeartbeat } from './heartbeat.ts'
import { cutLinks, EDGE_CHANGED, EDGE_COMMAND, EDGE_CUT, type EdgeCommand } from './link-commands.ts'
import { edges } from './table.ts'
import { type EdgeReportHandlers, takeReport } from './take-report.ts'

export interface EdgeLinkHandlers {
  reports: EdgeReportHandlers
  /** How far a run by itself is at this party. */
  onProgress: (partyId: string, progress: RunProgress) => Promise<void>
  onWork: (partyId: string, work: RunWork) => Promise<void>
  onSilence: (partyId: string, silence: RunSilence) => Promise<void>
  /** What an edge may have missed while it was away. */
  onConnect: (partyId: string) => Promise<PlatformToEdge[]>
  /** Whom this party trained with. */
  partnersOf: (db: Db, partyId: string) => Promise<string[]>
}

const SILENCE_MS = 20 * SECOND_MS
/** How long an answer to our goodbye is waited for. */
const GOODBYE_MS = 500
/** Closing code: what was said could not be understood. */
const NOT_UNDERSTOOD = 1008

/** The link edges open to us: heartbeats and reports in, answers and commands out. */
export function edgeLink(app: FastifyInstance, deps: Deps, handlers: EdgeLinkHandlers): Stop {
  const callers = new WeakMap<object, EdgeCaller>()
  const links = new Set<Link>()
  const stops = [
    deps.bus.subscribe<EdgeCommand>(EDGE_COMMAND, ({ partyId, message }) => {
      for (const link of links) if (link.partyId === partyId) link.send(message)
    }),
    deps.bus.subscribe<{ partyId: string }>(EDGE_CUT, ({ partyId }) => {
      for (const link of links) if (link.partyId === partyId) link.checkCurrent()
    }),
  ]
  app.get(
    LINK_PATHS.socket,
    {
      websocket: true,
      preValidation: async (request) => {
        callers.set(request.raw, await authenticateEdge(deps, request))
      },
    },
    (socket, request) => {
      const caller = callers.get(request.raw)
      if (!caller) return socket.close(1011)
      const link = new Link(deps, handlers, caller, socket)
      links.add(link)
      socket.on('close', () => links.delete(link))
    },
  )
  return async () => {
    for (const stop of stops) stop()
    await Promise.all([...links].map((link) => link.goAway()))
  }
}

class Link {
  readonly id = newId()
  readonly partyId: string
  /** The key this link was opened with: it speaks for the party no longer than that. */
  readonly #publicKey: string
  readonly #deps: Deps
  readonly #handlers: EdgeLinkHandlers
  readonly #socket: WebSocket
  readonly #timers: NodeJS.Timeout[]
  /** One message after the other: reports are applied in the order they were written. */
  #work: Promise<void>
  /** Signatures of others that this edge was told of last. */
  readonly #told = new Map<string, string>()
  #lastHeard = performance.now()
  #wasSilent = false
  #isOver = false
  #isGoingAway = false

  constructor(deps: Deps, handlers: EdgeLinkHandlers, caller: EdgeCaller, socket: WebSocket) {
    this.partyId = caller.partyId
    this.#publicKey = caller.linkPublicKey
    this.#deps = deps
    this.#handlers = handlers
    this.#socket = socket
    this.#work = this.#try(() => this.#open())
    this.#timers = [
      setInterval(() => this.#checkSilence(), SILENCE_MS / 4),
      setInterval(() => this.#next(() => this.#welcome()), HEADS_EVERY_MS),
    ]
    socket.on('message', (data) => {
      this.#lastHeard = performance.now()
      this.#next(() => this.#receive(String(data)))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#isOver = true
      for (const timer of this.#timers) clearInterval(timer)
      this.#work = this.#work.then(() => this.#leave()).catch(() => {})
    })
  }

  send(message: PlatformToEdge) {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** After what came before: a link that is just opening is current only then. */
  checkCurrent() {
    this.#next(() => this.#closeUnlessCurrent())
  }

  async #closeUnlessCurrent() {
    const [edge] = await this.#deps.db
      .select({
        linkId: edges.linkId,
        isShutOut: sql<boolean>`${edges.revokedTime} is not null or ${parties.suspendedTime} is not null`,
      })
      .from(edges)
      .innerJoin(parties, eq(parties.id, edges.partyId))
      .where(eq(edges.partyId, this.partyId))
    if (edge?.isShutOut) this.#socket.close(LINK_CLOSED.shutOut)
    else if (edge?.linkId !== this.id) this.#socket.close(LINK_CLOSED.replaced)
  }

  /** This process ends, the edge does not: it stays marked as connected, so that its return is waited for. */
  async goAway() {
    this.#isGoingAway = true
    this.#socket.close(1001)
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref()
    await this.#work
  }

  /** From now on this link, on whichever process, speaks for the party. */
  async #open() {
    const { db, bus } = this.#deps
    const stillTheirs = and(
      eq(edges.partyId, this.partyId),
      eq(edges.linkPublicKey, this.#publicKey),
      isNull(edges.revokedTime),
    )
    const opened = await db.update(edges).set({ linkId: this.id }).where(stillTheirs).returning({ id: edges.partyId })
    if (opened.length === 0) return this.#closeUnlessCurrent()
    await cutLinks(db, { bus }, this.partyId)
    await this.#welcome()
    for (const message of await this.#handlers.onConnect(this.partyId)) this.send(message)
  }

  async #leave() {
    if (this.#isGoingAway) return
    const { db, bus } = this.#deps
    const mine = and(eq(edges.partyId, this.partyId), eq(edges.linkId, this.id))
    await db.update(edges).set({ linkId: null }).where(mine)
    await bus.publish(db, EDGE_CHANGED, { partyId: this.partyId })
  }

  /**
   * Our log's head, the edge's under our signature, and what other edges signed: nobody can rewrite a log unseen. Heads of
   * others are told once on a link, as they are of use only where the edge keeps them.
   */
  async #welcome() {
    const { db, keys } = this.#deps
    const { sign } = await keys.signing()
    const logHead = await platformLogHead(db)
    const newest = await findNewestHead(db, this.partyId)
    // One whose place it took had a log of its own.
    const head = newest?.publicKey === this.#publicKey ? newest.head : undefined
    const partners = await this.#handlers.partnersOf(db, this.partyId)
    const heads = await listHeadsFor(db, { partyId: this.partyId, publicKey: this.#publicKey }, partners)
    this.send({
      kind: 'welcome',
      logHead,
      signature: sign(logHeadText(PLATFORM_LOG, logHead)),
      countersigned: head ? { head, signature: sign(logHeadText(edgeSubject(this.partyId), head)) } : null,
      heads: heads.filter((one) => this.#isNew(one)),
    })
  }

  #isNew({ of, by, signature }: KnownHead): boolean {
    const isNew = this.#told.get(`${of} ${by}`) !== signature
    this.#told.set(`${of} ${by}`, signature)
    return isNew
  }

  async #receive(text: string) {
    const read = EdgeToPlatform.safeParse(parsed(text))
    if (!read.success) {
      this.#deps.log.warn({ partyId: this.partyId }, 'an edge said something that is not understood')
      return this.#refuse(text)
    }
    const message = read.data
    if (message.kind === 'heartbeat') return this.#hear(message)
    if (message.kind === 'progress') return this.#handlers.onProgress(this.partyId, message)
    if (message.kind === 'work') return this.#handlers.onWork(this.partyId, message)
    if (message.kind === 'silence') return this.#handlers.onSilence(this.partyId, message)
    const { id, report } = message
    const error = await takeReport(this.#deps, this.#handlers.reports, this, { reportId: id, report })
    this.send({ kind: 'acknowledge', id, error })
  }

  /** The next one says all of it again: a link does not end because this one could not be kept. */
  async #hear(beat: Heartbeat) {
    const isTheirs = await takeHeartbeat(this.#deps, this.partyId, this.id, beat).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, partyId: this.partyId }, "an edge's heartbeat could not be kept")
      return true
    })
    if (!isTheirs) await this.#closeUnlessCurrent()
  }

  /** A report of a kind we don't know is refused by its number, so that those behind it get their turn. */
  #refuse(text: string) {
    const { kind, id } = (parsed(text) ?? {}) as { kind?: unknown; id?: unknown }
    if (kind === 'report' && typeof id === 'number') this.send({ kind: 'acknowledge', id, error: 'request.malformed' })
    else this.#socket.close(NOT_UNDERSTOOD)
  }

  /** Twice in a row: what came while this process stood still is read after the first look. */
  #checkSilence() {
    const isSilent = performance.now() - this.#lastHeard > SILENCE_MS
    if (isSilent && this.#wasSilent) this.#socket.terminate()
    this.#wasSilent = isSilent
  }

  #next(step: () => Promise<void> | void) {
    this.#work = this.#work.then(() => this.#try(step))
  }

  /** What fails here may go well on another link: close, and the edge sends again what was not acknowledged. */
  async #try(step: () => Promise<void> | void) {
    if (this.#isOver) return
    try {
      await step()
    } catch (error) {
      this.#isOver = true
      this.#deps.log.error({ err: error, partyId: this.partyId }, "an edge's link failed")
      this.#socket.close(1011)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
