import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '@tessera/contract'
import { freeMegabytes } from '../lib/full-disk.ts'

/** A segment of its log (16 MB), and what else is written before anybody looks again. */
const NEEDED_MEGABYTES = 32

/** In megabytes, where the disk has too little left for the embedded database; undefined where it has enough. */
export function lackOfRoom(dataDir: string): { free: number; needed: number } | undefined {
  const free = freeMegabytes(statfsSync(dataDir))
  return free < NEEDED_MEGABYTES ? { free, needed: NEEDED_MEGABYTES } : undefined
}

/**
 * An embedded database that finds no room for its log panics, as PostgreSQL does; but there is no other process to end, and
 * the next statement holds this one for good. So without room it is asked nothing: whoever does is told so, and to the platform
 * it is a database that is away. Where it panics all the same `end` hears it: only another start can read it again.
 */
export function keepRoom(client: PGlite, dataDir: string, end: (cause: Error) => void) {
  const { query, exec, transaction } = client
  const kept =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const lack = lackOfRoom(dataDir)
      if (lack) throw new AppError('platform.no-room', lack)
      try {
        return await ask.apply(client, args)
      } catch (error) {
        const cause = [error, (error as Error).cause].find(
          (one) => (one as { severity?: unknown })?.severity === 'PANIC',
        )
        if (cause) end(cause as Error)
        throw error
      }
    }
  client.query = kept(query) as PGlite['query']
  client.exec = kept(exec)
  client.transaction = kept(transaction) as PGlite['transaction']
}
