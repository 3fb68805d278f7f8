import type { SharedResult } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { DifferenceLimits } from '../differencing/index.ts'

export interface ResultDeps {
  db: Db
  log: DecisionLog
  dataDir: string
  now: () => Date
  differenceLimits: DifferenceLimits
  platform: { shareResult: (runId: string, result: SharedResult) => Promise<void> }
}
