import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'

/** What parties need of features that build on them; the app hands it in. */
export interface Neighbours {
  /** Whether the party has rows that were uploaded in this department. */
  holdsDatasets: (db: Db, partyId: string, orgCode: string) => Promise<boolean>
  /** Whether a task shows this picture. */
  isTaskPicture: (db: Db, path: string) => Promise<boolean>
}

export type PartyDeps = Deps & Neighbours
