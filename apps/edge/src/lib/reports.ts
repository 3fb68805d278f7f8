import type { EdgeReport } from '@tessera/contract'

/** What is told to the platform waits here until the platform has it. */
export interface Reports {
  /** Kept durably, also inside a transaction; answers the report's id. */
  add: (report: EdgeReport) => number
  /** Resolves with the platform's answer, or `away` when none came in time. */
  settled: (id: number, timeoutMs: number) => Promise<{ error: string | null } | 'away'>
}
