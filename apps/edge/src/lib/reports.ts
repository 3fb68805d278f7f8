import { type EdgeReport, fail, LINK_MESSAGE_MAX_BYTES } from '@tessera/contract'
import { readableSize } from './files.ts'

/** What is told to the platform waits here until the platform has it. */
export interface Reports {
  /** Kept durably, also inside a transaction; answers the report's id. Refuses one that `requireSendable` refuses. */
  add: (report: EdgeReport) => number
  /** Resolves with the platform's answer, or `away` when none came in time. */
  settled: (id: number, timeoutMs: number) => Promise<{ error: string | null } | 'away'>
}

/** Room for what a message has beside its report. */
const MESSAGE_BYTES = 1024

/**
 * The link would close on a larger report, each time it is sent; only names of columns grow that large. `more` leaves room
 * for a later report of the same.
 */
export function requireSendable(report: EdgeReport, more = 0) {
  const size = Buffer.byteLength(JSON.stringify(report))
  const limit = LINK_MESSAGE_MAX_BYTES - MESSAGE_BYTES - more
  if (size > limit) fail('dataset.header-large', { size: readableSize(size), limit: readableSize(limit) })
}
