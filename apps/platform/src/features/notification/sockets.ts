import type { SocketMessage } from '@tessera/contract'
import { and, inArray } from 'drizzle-orm'
import type { WebSocket } from 'ws'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { NOTICED, type Noticed, RUN_MOVED, type RunMoved } from '../../lib/live.ts'
import { SESSIONS_ENDED } from '../account/index.ts'
import { members } from '../party/index.ts'

const GOODBYE_MS = 500
const PING_MS = 25 * SECOND_MS
/** WebSocket close code for an ended session. The console then asks for a new log-in instead of connecting again. */
export const SESSION_OVER = 4401

interface Connection {
  socket: WebSocket
  userId: string
  sessionId: string
  isAlive: boolean
}

/**
 * The sockets of the consoles that are connected to this process. Messages from other processes arrive over the bus.
 */
export class Sockets {
  readonly #deps: Pick<Deps, 'db' | 'bus' | 'log'>
  readonly #connections = new Set<Connection>()
  readonly #ofUser = new Map<string, Set<Connection>>()

  constructor(deps: Pick<Deps, 'db' | 'bus' | 'log'>) {
    this.#deps = deps
  }

  get count(): number {
    return this.#connections.size
  }

  add(socket: WebSocket, { userId, sessionId }: { userId: string; sessionId: string }) {
    const connection: Connection = { socket, userId, sessionId, isAlive: true }
    this.#connections.add(connection)
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#remove(connection))
    const others = this.#ofUser.get(userId)
    if (others) others.add(connection)
    else this.#ofUser.set(userId, new Set([connection]))
  }

  #remove(connection: Connection) {
    this.#connections.delete(connection)
    const all = this.#ofUser.get(connection.userId)
    all?.delete(connection)
    if (all?.size === 0) this.#ofUser.delete(connection.userId)
  }

  start(): Stop {
    const { bus } = this.#deps
    const stops = [
      bus.subscribe<Noticed>(NOTICED, ({ userIds }) => this.#send(userIds, { cmd: 'user' })),
      bus.subscribe<RunMoved>(RUN_MOVED, (moved) => {
        this.#notifyMembers(moved).catch((error) => this.#deps.log.error({ err: error }, 'a push failed'))
      }),
      bus.subscribe<{ sessionId: string }>(SESSIONS_ENDED, ({ sessionId }) => this.#end(sessionId)),
    ]
    const timer = setInterval(() => this.#ping(), PING_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      for (const { socket } of this.#connections) {
        socket.close(1001)
        // A socket that does not answer the close is terminated.
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
      }
    }
  }

  /** Queries the members at each push, because a membership may have ended since the socket was opened. */
  async #notifyMembers({ taskId, seq, partyIds }: RunMoved) {
    const here = [...this.#ofUser.keys()]
    if (here.length === 0 || partyIds.length === 0) return
    const rows = await this.#deps.db
      .selectDistinct({ userId: members.userId })
      .from(members)
      .where(and(inArray(members.userId, here), inArray(members.partyId, partyIds)))
    this.#send(
      rows.map(({ userId }) => userId),
      { cmd: 'run', taskId, seq },
    )
  }

  #send(userIds: string[], message: SocketMessage) {
    const text = JSON.stringify(message)
    for (const userId of userIds) for (const { socket } of this.#ofUser.get(userId) ?? []) socket.send(text)
  }

  #end(sessionId: string) {
    for (const { socket, sessionId: its } of this.#connections) if (its === sessionId) socket.close(SESSION_OVER)
  }

  #ping() {
    for (const connection of this.#connections) {
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.socket.ping()
    }
  }
}
