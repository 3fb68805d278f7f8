import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '@tessera/contract'
import { freeMegabytes } from '../lib/full-disk.ts'

/** A segment of its log (16 MB), and what else is written before the next check. */
const NEEDED_MEGABYTES = 32

/**
 * Returns free and needed megabytes if the disk has too little space for the embedded database; otherwise undefined.
 */
export function missingSpace(dataDir: string): { free: number; needed: number } | undefined {
  const free = freeMegabytes(statfsSync(dataDir))
  return free < NEEDED_MEGABYTES ? { free, needed: NEEDED_MEGABYTES } : undefined
}

/**
 * Protects an embedded database from a full disk. Without space for its log it panics like PostgreSQL, but there is no
 * other process to end, and the next statement blocks this one forever. Without free space, statements therefore fail
 * before they reach it, and the platform treats it as a database that is away. If it panics anyway, `end` is called,
 * because only another start can open it again.
 */
export function guardFreeSpace(client: PGlite, dataDir: string, end: (cause: Error) => void) {
  const { query, exec, transaction } = client
  const guarded =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const lack = missingSpace(dataDir)
      if (lack) throw new AppError('platform.no-free-space', lack)
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
  client.query = guarded(query) as PGlite['query']
  client.exec = guarded(exec)
  client.transaction = guarded(transaction) as PGlite['transaction']
}
