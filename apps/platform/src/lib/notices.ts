import type { Notification, NotificationKind } from '@tessera/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'
import { type NoticeParams, notifications } from '../db/table.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import { pushNoticed } from './live.ts'

/** Kinds of notices about requests that wait for a decision. The id of the notice's subject identifies the request. */
export const REQUESTS = ['task.join-requested', 'party.join-requested'] as const satisfies NotificationKind[]

/** The content of a notice. Its text is composed in the reader's language (`features/notification/texts.ts`). */
export interface Notice {
  kind: NotificationKind
  /** Values in the text: `task`, `party`, `note`; for a failure also `code` and the parameters of that error. */
  params: NoticeParams
  subject: Notification['subject']
  subjectId: string
  taskId?: string | null
}

/** The reader of a notice. Without a party, the notice is personal, and the user sees it while acting for any party. */
export interface Reader {
  userId: string
  partyId: string | null
}

type Telling = Pick<Deps, 'bus' | 'clock'>

/**
 * Writes a notice for each reader within the caller's transaction. The readers' consoles are notified when the
 * transaction commits. All notices are written in a single statement, because there may be thousands of readers.
 */
export async function notify(tx: Db, { bus, clock }: Telling, readers: Reader[], notice: Notice): Promise<void> {
  if (readers.length === 0) return
  const { taskId = null, kind, params, subject, subjectId } = notice
  const rows = JSON.stringify(readers.map(({ userId, partyId }) => ({ id: newId(), userId, partyId })))
  await tx.execute(sql`
    insert into ${notifications}
      (id, user_id, party_id, kind, params, subject, subject_id, task_id, send_time)
    select reader.id, reader."userId", reader."partyId", ${kind}, ${JSON.stringify(params)}::jsonb, ${subject},
      ${subjectId}, ${taskId}, ${clock.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as reader (id text, "userId" text, "partyId" text)`)
  await pushNoticed(tx, bus, readers)
}

/** Sends a personal notice to one user, who sees it while acting for any party. */
export async function notifyUser(
  tx: Db,
  deps: Telling,
  { userId, ...notice }: Omit<Notice, 'taskId'> & { userId: string },
): Promise<void> {
  await notify(tx, deps, [{ userId, partyId: null }], notice)
}

/** Marks the notices of a request or invitation as read, because the request was decided or withdrawn. */
export async function closeRequest(tx: Db, { bus, clock }: Telling, requestId: string): Promise<void> {
  const open = and(
    inArray(notifications.kind, [...REQUESTS, 'task.invited']),
    eq(notifications.subjectId, requestId),
    isNull(notifications.readTime),
  )
  const closed = await tx.update(notifications).set({ readTime: clock.now() }).where(open).returning()
  await pushNoticed(tx, bus, closed)
}
