import type { ErrorParams, Notification, NotificationKind } from '@tessera/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'
import { notifications } from '../db/table.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import { pushNoticed } from './live.ts'

/** Requests that wait for somebody's decision, each by the id of what is to be decided. */
export const REQUESTS = ['task.join-requested', 'party.join-requested'] as const satisfies NotificationKind[]

/** What a notice tells; its text is made in the reader's language (`features/notification/texts.ts`). */
export interface Notice {
  kind: NotificationKind
  /** What the text names: `task`, `party` and `partyEn`, `note`; `code` and its own parameters for a failure. */
  params: ErrorParams
  subject: Notification['subject']
  subjectId: string
  taskId?: string | null
}

/** Who reads a notice; without a party it is about the person, whichever party they act for. */
export interface Reader {
  userId: string
  partyId: string | null
}

type Telling = Pick<Deps, 'bus' | 'clock'>

/**
 * Writes a notice for each reader within the caller's transaction; their consoles hear of it when it commits. One
 * statement, as there may be thousands of them.
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

/** A notice to one person alone, whichever party they act for. */
export async function notifyUser(
  tx: Db,
  deps: Telling,
  { userId, ...notice }: Omit<Notice, 'taskId'> & { userId: string },
): Promise<void> {
  await notify(tx, deps, [{ userId, partyId: null }], notice)
}

/** Takes a request or an invitation off every pile it lies on: it was decided, or taken back, and nobody can decide it any more. */
export async function closeRequest(tx: Db, { bus, clock }: Telling, requestId: string): Promise<void> {
  const open = and(
    inArray(notifications.kind, [...REQUESTS, 'task.invited']),
    eq(notifications.subjectId, requestId),
    isNull(notifications.readTime),
  )
  const closed = await tx.update(notifications).set({ readTime: clock.now() }).where(open).returning()
  await pushNoticed(tx, bus, closed)
}
