import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './pool.ts'

/** Word of mouth between platform processes. Lossy: whoever misses a message finds the truth in the database. */
export interface Bus {
  /** Heard by every process, and only once the transaction of `db` commits. Payloads are small: ids, not documents. */
  publish(db: Db, channel: string, payload: unknown): Promise<void>
  /** Several at once, in one statement. */
  publishAll(db: Db, channel: string, payloads: unknown[]): Promise<void>
  subscribe<T>(channel: string, handler: (payload: T) => void): () => void
  close(): Promise<void>
}

const WIRE = 'tessera'
/** PostgreSQL's limit is 8000 bytes. */
const MOST_BYTES = 7_900
export const RECONNECT_MS = 1_000

type Handlers = Map<string, Set<(payload: never) => void>>

function openHub(close: () => Promise<void>): { bus: Bus; hear: (text: string) => void } {
  const handlers: Handlers = new Map()
  const hear = (text: string) => {
    const { channel, payload } = JSON.parse(text) as { channel: string; payload: never }
    for (const handler of handlers.get(channel) ?? []) handler(payload)
  }
  const bus: Bus = {
    publish: (db, channel, payload) => bus.publishAll(db, channel, [payload]),
    async publishAll(db, channel, payloads) {
      const texts = payloads.map((payload) => JSON.stringify({ channel, payload }))
      if (texts.some((text) => Buffer.byteLength(text) > MOST_BYTES)) {
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
  return { bus, hear }
}

export async function openEmbeddedBus(client: PGlite): Promise<Bus> {
  let unlisten = async () => {}
  const { bus, hear } = openHub(async () => unlisten())
  unlisten = await client.listen(WIRE, hear)
  return bus
}

/** One connection of its own listens, and is opened again when it is lost. */
export async function openServerBus(url: string): Promise<Bus> {
  let client: pg.Client | undefined
  let closed = false
  const { bus, hear } = openHub(async () => {
    closed = true
    await client?.end()
  })
  const connect = async () => {
    const next = new pg.Client({ connectionString: url })
    next.on('notification', ({ payload }) => payload && hear(payload))
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
  // One at a time: a connection that never listened plans nothing by its own end.
  const retry = () => setTimeout(() => !closed && connect().catch(retry), RECONNECT_MS).unref()
  await connect()
  return bus
}
