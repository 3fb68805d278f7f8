import type { EdgeTask, ErrorCode } from '@tessera/contract'
import type { DatasetDeps } from '../dataset/index.ts'

export interface GrantDeps extends DatasetDeps {
  /** This edge's own list: user names from its settings, and who enrolled it. */
  signers: { usernames: string[]; enroller: { userId: string; username: string } }
  platform: {
    task: (taskId: string) => Promise<EdgeTask>
    code: (algorithmId: string) => Promise<Uint8Array>
  }
  /** Ends at once whatever works under a ticket, and tells the platform why. */
  killWorkers: (grantId: string, because: ErrorCode) => void
}
