import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { inference } from './table.ts'

export async function renameInferenceAuthor(tx: Db, userId: string, createdBy: string) {
  await tx.update(inference).set({ createdBy }).where(eq(inference.createdByUserId, userId))
}
