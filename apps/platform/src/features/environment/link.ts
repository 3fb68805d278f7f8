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
import { acceptReport, type EdgeReportHandlers } from './accept-report.ts'
import { authenticateEdge, type EdgeCaller } from './authenticate-edge.ts'
import { type Heartbeat, storeHeartbeat } from './heartbeat.ts'
import { cutLinks, EDGE_CHANGED, EDGE_COMMAND, EDGE_CUT, type EdgeCommand } from './link-commands.ts'
import { findNewestHead, HEADS_EVERY_MS, listHeadsFor } from './log-heads.ts'
import { edges } from './table.ts'

export interface EdgeLinkHandlers {
  reports: EdgeReportHandlers
  /** Handles the progress that this party reports about a single-party run. */
  onProgress: (partyId: string, progress: RunProgress) => Promise<void>
  onWork: (partyId: string, work: RunWork) => Promise<void>
  onSilence: (partyId: string, silence: RunSilence) => Promise<void>
  /** Returns the messages that an edge may have missed while it was offline. */
  onConnect: (partyId: string) => Promise<PlatformToEdge[]>
  /** Returns the parties with which this party has trained. */
  partnersOf: (db: Db, partyId: string) => Promise<string[]>
}

const SILENCE_MS = 20 * SECOND_MS
/** Time to wait for the edge's answer after the platform closes a link. */
const GOODBYE_MS = 500
/** WebSocket close code for a message that could not be parsed. */
const NOT_UNDERSTOOD = 1008

/** Serves the links that edges open. A link receives heartbeats and reports, and sends answers and commands. */
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
  /**
   * The key with which the edge opened this link. The link acts for the party only while the key is the edge's current
   * key.
   */
  readonly #publicKey: string
  readonly #deps: Deps
  readonly #handlers: EdgeLinkHandlers
  readonly #socket: WebSocket
  readonly #timers: NodeJS.Timeout[]
  /**
   * Promise of the last step. Steps process messages one by one, so that reports are applied in the order in which the
   * edge wrote them.
   */
  #work: Promise<void>
  /** For each other party, the last signature of its log head that was sent on this link. */
  readonly #sentSignatures = new Map<string, string>()
  #lastReceived = performance.now()
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
      this.#lastReceived = performance.now()
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

  /**
   * Checks whether this link still acts for the party. The check is queued after earlier steps, because a link that is
   * opening acts for the party only once these are done.
   */
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

  /**
   * Closes the link because this process ends. The edge stays marked as connected, so that the platform waits for it to
   * reconnect.
   */
  async goAway() {
    this.#isGoingAway = true
    this.#socket.close(1001)
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref()
    await this.#work
  }

  /** Makes this link the party's current link, whichever process held the previous one. */
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
   * Sends the head of the platform's log, the edge's own head with the platform's signature, and heads that other edges
   * signed. They allow each side to detect a rewritten log. The heads of other edges are sent once per link, because
   * the edge stores them.
   */
  async #welcome() {
    const { db, keys } = this.#deps
    const { sign } = await keys.signing()
    const logHead = await platformLogHead(db)
    const newest = await findNewestHead(db, this.partyId)
    // A replaced edge had a separate log, so its head is not sent to its successor.
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
    const isNew = this.#sentSignatures.get(`${of} ${by}`) !== signature
    this.#sentSignatures.set(`${of} ${by}`, signature)
    return isNew
  }

  async #receive(text: string) {
    const read = EdgeToPlatform.safeParse(parsed(text))
    if (!read.success) {
      this.#deps.log.warn({ partyId: this.partyId }, 'an edge sent an invalid message')
      return this.#refuse(text)
    }
    const message = read.data
    if (message.kind === 'heartbeat') return this.#hear(message)
    if (message.kind === 'progress') return this.#handlers.onProgress(this.partyId, message)
    if (message.kind === 'work') return this.#handlers.onWork(this.partyId, message)
    if (message.kind === 'silence') return this.#handlers.onSilence(this.partyId, message)
    const { id, report } = message
    const error = await acceptReport(this.#deps, this.#handlers.reports, this, { reportId: id, report })
    this.send({ kind: 'acknowledge', id, error })
  }

  /** Stores the heartbeat. A failure does not close the link, because the next heartbeat reports everything again. */
  async #hear(beat: Heartbeat) {
    const isTheirs = await storeHeartbeat(this.#deps, this.partyId, this.id, beat).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, partyId: this.partyId }, "an edge's heartbeat could not be stored")
      return true
    })
    if (!isTheirs) await this.#closeUnlessCurrent()
  }

  /** Refuses a report of an unknown kind by its number, so that later reports are still processed. */
  #refuse(text: string) {
    const { kind, id } = (parsed(text) ?? {}) as { kind?: unknown; id?: unknown }
    if (kind === 'report' && typeof id === 'number') this.send({ kind: 'acknowledge', id, error: 'request.malformed' })
    else this.#socket.close(NOT_UNDERSTOOD)
  }

  /**
   * Closes the link if two consecutive checks find it silent. One check is not enough: messages that arrived while this
   * process was suspended are read only after the first check.
   */
  #checkSilence() {
    const isSilent = performance.now() - this.#lastReceived > SILENCE_MS
    if (isSilent && this.#wasSilent) this.#socket.terminate()
    this.#wasSilent = isSilent
  }

  #next(step: () => Promise<void> | void) {
    this.#work = this.#work.then(() => this.#try(step))
  }

  /**
   * Runs a step and closes the link if the step fails, because the step may succeed over a new link. The edge resends
   * everything that was not acknowledged.
   */
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
