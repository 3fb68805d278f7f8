import type { NamesAsked } from '@tessera/contract'
import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { Duck } from '../../lib/duck.ts'
import type { Reports } from '../../lib/reports.ts'
import type { RowOrders } from './row-orders.ts'

export interface DatasetDeps {
  db: Db
  duck: Duck
  log: DecisionLog
  outbox: Reports
  dataDir: string
  /** Stored sort orders. They are shared, because the edge registers its routes twice if it has a path prefix. */
  orders: RowOrders
  minimumRows: number
  platform: {
    checkChoosing: (taskId: string, userId: string) => Promise<void>
    wantedNames: (taskId: string) => Promise<NamesAsked>
  }
  now: () => Date
  edgeUrl: string
}
