import type { EdgeTask, ErrorCode, NamedParty } from '@tessera/contract'
import type { DifferenceLimits, RowHashes } from '../differencing/index.ts'
import type { DatasetDeps } from '../rows/index.ts'
import type { SigningDeps } from '../signing/index.ts'
import type { KnownCode } from './known-code.ts'

export interface GrantDeps extends DatasetDeps, SigningDeps {
  platform: DatasetDeps['platform'] & {
    task: (taskId: string) => Promise<EdgeTask>
    code: (algorithmId: string) => Promise<Uint8Array>
    start: (taskId: string) => Promise<Uint8Array>
  }
  knownCode: KnownCode
  hashes: RowHashes
  differenceLimits: DifferenceLimits
  /** Returns this party in the form in which a plan names it: its id and the fingerprint of its edge's key. */
  self: () => NamedParty
  /** Kills all processes that work under a ticket and reports the reason to the platform. */
  killWorkers: (grantId: string, because: ErrorCode) => void
}
