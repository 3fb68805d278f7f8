import { NOTICE_DAYS } from '@tessera/contract'
import { and, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { notifications } from '../../db/table.ts'
import { after, DAY_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'

/** Deletes notices that were read 90 days ago, or that are unread after 180 days. */
export async function forgetOldNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { readTime, sendTime } = notifications
  const ago = (days: number) => after(clock.now(), -days * DAY_MS)
  const isOld = or(
    and(isNotNull(readTime), lt(readTime, ago(NOTICE_DAYS.read))),
    and(isNull(readTime), lt(sendTime, ago(NOTICE_DAYS.unread))),
  )
  await db.delete(notifications).where(isOld)
}
