import { eq } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { dataset } from './table.ts'

/** Renames the uploader of datasets. The datasets remain with their party. */
export async function renameUploader(tx: Db, userId: string, createdBy: string) {
  await tx.update(dataset).set({ createdBy }).where(eq(dataset.createdByUserId, userId))
}
