import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { EdgeSessions } from '../../lib/edge-sessions.ts'
import type { Challenges } from './challenges.ts'
import type { Refusals } from './pin-attempts.ts'
import type { HouseProvider } from './provider.ts'
import type { Secrets } from './secret.ts'

export interface SigningDeps {
  db: Db
  log: DecisionLog
  now: () => Date
  /** Address at which browsers reach the edge's pages. Passkeys are bound to its host name. */
  edgeUrl: string
  /** Reads and stores the address to which the platform sends browsers. A new address is also sent to the platform. */
  address: { find: () => string; keep: (edgeUrl: string) => void }
  challenges: Challenges
  sessions: EdgeSessions
  secrets: Secrets
  refusals: Refusals
  /** Signs the handover to the edge that replaces this edge. */
  signHandover: (to: string, edgeUrl: string) => Promise<{ text: string; endTime: Date }>
  /** The organisation's identity provider, if the settings name one. */
  provider: HouseProvider | undefined
}
