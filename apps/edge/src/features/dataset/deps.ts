import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { Duck } from '../../lib/duck.ts'
import type { Reports } from '../../lib/reports.ts'

export interface DatasetDeps {
  db: Db
  duck: Duck
  log: DecisionLog
  outbox: Reports
  dataDir: string
  minimumRows: number
  now: () => Date
}
