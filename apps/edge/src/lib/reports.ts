import { type EdgeReport, fail, isErrorCode, LINK_MESSAGE_MAX_BYTES } from '@tessera/contract'
import { readableSize } from './files.ts'

/** Queue of reports to the platform. A report stays in the queue until the platform has confirmed it. */
export interface Reports {
  /**
   * Stores a report on disk, also within a transaction, and returns its id. Throws if `requireSendable` refuses the
   * report.
   */
  add: (report: EdgeReport) => number
  /** Resolves with the platform's answer to a report, or with `away` after a timeout. */
  settled: (id: number, timeoutMs: number) => Promise<{ error: string | null } | 'away'>
}

/** Size of a message in addition to its report. */
const MESSAGE_BYTES = 1024

/**
 * Refuses a report that exceeds the maximum message size of the connection to the platform. Otherwise the connection
 * would close whenever the report is sent. Only column names can make a report that large. `more` reserves space for a
 * later report about the same dataset.
 */
export function requireSendable(report: EdgeReport, more = 0) {
  const size = Buffer.byteLength(JSON.stringify(report))
  const limit = LINK_MESSAGE_MAX_BYTES - MESSAGE_BYTES - more
  if (size > limit) fail('dataset.header-large', { size: readableSize(size), limit: readableSize(limit) })
}

/** How long a call waits for the platform. This is longer than a restart of the platform interrupts the connection. */
const PLATFORM_WAIT_MS = 10_000

/**
 * Waits until the platform has confirmed a report, because the user's next call goes to the platform, which needs the
 * report for it.
 */
export async function untilPlatformTook(outbox: Reports, reportId: number) {
  const answer = await outbox.settled(reportId, PLATFORM_WAIT_MS)
  if (answer === 'away') fail('edge.platform-away')
  refusePlatformAnswer(answer)
}

/** Throws the error with which the platform refused a report. */
export function refusePlatformAnswer(answer: { error: string | null } | 'away') {
  if (answer !== 'away' && answer.error) fail(isErrorCode(answer.error) ? answer.error : 'internal')
}
