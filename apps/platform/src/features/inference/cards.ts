import type { TaskCard } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { findParty, nameOfParty } from '../party/index.ts'
import { presentInferenceCard } from './present.ts'
import { listInferences } from './queries.ts'

/** The platform's own inference tasks among "my tasks"; those of edges stay there. */
export async function listInferenceCards(db: Db, actor: Actor, name: string | undefined): Promise<TaskCard[]> {
  if (actor.partyId === null) return []
  const all = await listInferences(db, actor.partyId, actor.role === 'admin' ? null : actor.userId, name)
  const partyName = nameOfParty(await findParty(db, actor.partyId), actor.language)
  return all.map((one) => presentInferenceCard(one, partyName))
}
