import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './pool.ts'

/** Messages between platform processes. Delivery is lossy: a process that misses a message reads the database. */
export interface Bus {
  /**
   * Publishes a message to every process once the transaction of `db` commits. Payloads are small: ids, not documents.
   */
  publish(db: Db, channel: string, payload: unknown): Promise<void>
  /** Publishes several messages in one statement. */
  publishAll(db: Db, channel: string, payloads: unknown[]): Promise<void>
  subscribe<T>(channel: string, handler: (payload: T) => void): () => void
  close(): Promise<void>
}

const WIRE = 'tessera'
/** Maximum size of a message. PostgreSQL's own limit is 8000 bytes. */
const MAX_BYTES = 7_900
export const RECONNECT_MS = 1_000

type Handlers = Map<string, Set<(payload: never) => void>>

function openHub(close: () => Promise<void>): { bus: Bus; deliver: (text: string) => void } {
  const handlers: Handlers = new Map()
  const deliver = (text: string) => {
    const { channel, payload } = JSON.parse(text) as { channel: string; payload: never }
    for (const handler of handlers.get(channel) ?? []) handler(payload)
  }
  const bus: Bus = {
    publish: (db, channel, payload) => bus.publishAll(db, channel, [payload]),
    async publishAll(db, channel, payloads) {
      const texts = payloads.map((payload) => JSON.stringify({ channel, payload }))
      if (texts.some((text) => Buffer.byteLength(text) > MAX_BYTES)) {
        throw new Error(`too large for the bus: ${channel}`)
      }
      if (texts.length === 0) return
      await db.execute(
        sql`select pg_notify(${WIRE}, text) from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as text`,
      )
    },
    subscribe(channel, handler) {
      const listeners = handlers.get(channel) ?? new Set()
      handlers.set(channel, listeners.add(handler as (payload: never) => void))
      return () => listeners.delete(handler as (payload: never) => void)
    },
    close,
  }
  return { bus, deliver }
}

export async function openEmbeddedBus(client: PGlite): Promise<Bus> {
  let unlisten = async () => {}
  const { bus, deliver } = openHub(async () => unlisten())
  unlisten = await client.listen(WIRE, deliver)
  return bus
}

/** Opens a bus that listens on its own database connection, and reconnects when the connection is lost. */
export async function openServerBus(url: string): Promise<Bus> {
  let client: pg.Client | undefined
  let closed = false
  const { bus, deliver } = openHub(async () => {
    closed = true
    await client?.end()
  })
  const connect = async () => {
    const next = new pg.Client({ connectionString: url })
    next.on('notification', ({ payload }) => payload && deliver(payload))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${WIRE}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    if (closed) return next.end()
    client = next
    next.once('end', retry)
  }
  // Only one reconnect is pending at a time: a connection that never listened does not schedule another when it ends.
  const retry = () => setTimeout(() => !closed && connect().catch(retry), RECONNECT_MS).unref()
  await connect()
  return bus
}
