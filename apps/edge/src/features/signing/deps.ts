import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import type { EdgeSessions } from '../../lib/edge-sessions.ts'
import type { Challenges } from './challenges.ts'
import type { HouseProvider } from './provider.ts'
import type { Secrets } from './secret.ts'

export interface SigningDeps {
  db: Db
  log: DecisionLog
  now: () => Date
  /** Where browsers reach this edge: its own page is there, and passkeys are good for its host. */
  edgeUrl: string
  /** Where the platform leads them; once another is kept it is told. */
  address: { find: () => string; keep: (edgeUrl: string) => void }
  challenges: Challenges
  sessions: EdgeSessions
  secrets: Secrets
  /** This edge's word that another takes its place. */
  signHandover: (to: string, edgeUrl: string) => Promise<{ text: string; endTime: Date }>
  /** The house's identity provider, where its settings name one. */
  provider: HouseProvider | undefined
}
