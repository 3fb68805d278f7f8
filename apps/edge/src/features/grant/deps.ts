import type { EdgeTask, ErrorCode } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { Duck } from '../../lib/duck.ts'
import type { Reports } from '../../lib/reports.ts'

export interface GrantDeps {
  db: Db
  duck: Duck
  log: DecisionLog
  outbox: Reports
  dataDir: string
  minimumRows: number
  now: () => Date
  /** This edge's own list: user names from its settings, and who enrolled it. */
  signers: { usernames: string[]; enroller: { userId: string; username: string } }
  platform: {
    task: (taskId: string) => Promise<EdgeTask>
    code: (algorithmId: string) => Promise<Uint8Array>
  }
  /** Ends at once whatever works under a ticket, and tells the platform why. */
  killWorkers: (grantId: string, because: ErrorCode) => void
}
