import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '@tessera/contract'
import { freeMegabytes } from '../lib/full-disk.ts'

/**
 * Required space: a segment of the database's write-ahead log (16 MB), and everything else that is written before the
 * next check.
 */
const NEEDED_MEGABYTES = 32

/**
 * Returns free and needed megabytes if the disk has too little space for the embedded database; otherwise undefined.
 */
export function missingSpace(dataDir: string): { free: number; needed: number } | undefined {
  const free = freeMegabytes(statfsSync(dataDir))
  return free < NEEDED_MEGABYTES ? { free, needed: NEEDED_MEGABYTES } : undefined
}

/**
 * Protects an embedded database from a full disk. Like PostgreSQL, the database panics if its log cannot be written. It
 * runs in this process, so the next statement would block the process forever. Therefore statements fail before they
 * reach the database if the disk is full, and the platform treats the database as unreachable. If the database panics
 * anyway, `end` is called, because only a new process can open the database again.
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
