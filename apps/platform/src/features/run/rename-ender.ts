import { sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { trainingRun } from './table.ts'

export async function renameRunEnder(tx: Db, userId: string, userName: string) {
  const endedBy = sql`${trainingRun.endedBy} || ${JSON.stringify({ userName })}::jsonb`
  await tx.update(trainingRun).set({ endedBy }).where(sql`${trainingRun.endedBy} ->> 'userId' = ${userId}`)
}
