import { and, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { notifications } from '../../db/table.ts'
import { after, DAY_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'

const READ_DAYS = 90
const UNREAD_DAYS = 180

/** Removes notices nobody looks for any more. */
export async function forgetOldNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { readTime, sendTime } = notifications
  const ago = (days: number) => after(clock.now(), -days * DAY_MS)
  const isOld = or(
    and(isNotNull(readTime), lt(readTime, ago(READ_DAYS))),
    and(isNull(readTime), lt(sendTime, ago(UNREAD_DAYS))),
  )
  await db.delete(notifications).where(isOld)
}
