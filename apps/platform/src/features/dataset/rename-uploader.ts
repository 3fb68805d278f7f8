import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { dataset } from './table.ts'

/** Datasets stay with their party, under another name of who uploaded them. */
export async function renameUploader(tx: Db, userId: string, createdBy: string) {
  await tx.update(dataset).set({ createdBy }).where(eq(dataset.createdByUserId, userId))
}
