import type { EdgeTask, ErrorCode, NamedParty } from '@tessera/contract'
import type { DatasetDeps } from '../dataset/index.ts'
import type { SigningDeps } from '../signing/index.ts'
import type { KnownCode } from './known-code.ts'

export interface GrantDeps extends DatasetDeps, SigningDeps {
  platform: DatasetDeps['platform'] & {
    task: (taskId: string) => Promise<EdgeTask>
    code: (algorithmId: string) => Promise<Uint8Array>
    start: (taskId: string) => Promise<Uint8Array>
  }
  knownCode: KnownCode
  /** As a plan names this party: its id, and the fingerprint of its edge's key. */
  self: () => NamedParty
  /** Ends at once whatever works under a ticket, and tells the platform why. */
  killWorkers: (grantId: string, because: ErrorCode) => void
}
