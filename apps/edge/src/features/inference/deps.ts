import type { EdgeModelCard } from '@tessera/contract'
import type { Identity } from '@tessera/contract/wire'
import type { InferenceRuntime } from '@tessera/inference'
import type { Logger } from '@tessera/server'
import type { Db } from '../../db/open.ts'
import type { CallerCheck } from '../../lib/caller-check.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { Duck } from '../../lib/duck.ts'
import type { Reports } from '../../lib/reports.ts'

export interface InferenceDeps {
  db: Db
  duck: Duck
  log: DecisionLog
  outbox: Reports
  callerCheck: CallerCheck
  runtime: InferenceRuntime
  dataDir: string
  /** The party of this edge, with the names that the platform sent when the edge joined. */
  party: () => Pick<Identity, 'partyId' | 'partyName'>
  now: () => Date
  platform: {
    modelFile: (modelId: string) => Promise<Uint8Array>
    modelCard: (modelId: string) => Promise<EdgeModelCard>
  }
  logger: Logger
}
