import type { TaskCard } from '@tessera/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../lib/auth.ts'
import { findParty, nameOfParty } from '../party/index.ts'
import { presentInferenceCard } from './present.ts'
import { listByIds, listedOf } from './queries.ts'
import { inference } from './table.ts'

/**
 * Selects `id` and `create_time` of the platform's inference tasks for the list "my tasks". Inference tasks of edges
 * are stored at the edges.
 */
export function inferencesOf(db: Db, { partyId, role, userId }: Actor, name: string | undefined): SQL {
  const where = partyId === null ? sql`false` : listedOf(partyId, role === 'admin' ? null : userId, name)
  return db.select({ id: inference.id, createTime: inference.createTime }).from(inference).where(where).getSQL()
}

export async function inferenceCards(db: Db, actor: Actor, ids: string[]): Promise<TaskCard[]> {
  const all = await listByIds(db, ids)
  if (all.length === 0 || actor.partyId === null) return []
  const partyName = nameOfParty(await findParty(db, actor.partyId), actor.language)
  return all.map((one) => presentInferenceCard(one, partyName))
}
