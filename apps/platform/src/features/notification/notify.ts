import type { ErrorParams, Notification, NotificationKind } from '@tessera/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { listMembers } from '../party/index.ts'
import { notifications } from './table.ts'

/** Channels of the bus. */
export const NOTICED = 'noticed'
export const RUN_MOVED = 'run-moved'
export type Noticed = { userIds: string[] }
export type RunMoved = { taskId: string; seq: number; partyIds: string[] }

/** Requests that wait for somebody's decision, each by the id of what is to be decided. */
export const REQUESTS = ['task.join-requested', 'party.join-requested'] as const satisfies NotificationKind[]

/** Readers named in one message of the bus, which takes 8 kB. */
const READERS_AT_ONCE = 150

interface About {
  kind: NotificationKind
  /** What the text names: `task`, `party` and `partyEn`, `note`; `code` and its own parameters for a failure. */
  params: ErrorParams
  subject: Notification['subject']
  subjectId: string
  taskId?: string | null
}

export interface Notice extends About {
  /** Read by these parties' administrators … */
  partyIds: string[]
  /** … and by these users, as far as they are members of the one party or the first of several. */
  alsoUserIds?: string[]
}

/** Who reads a notice; without a party it is about the person, whichever party they act for. */
export interface Reader {
  userId: string
  partyId: string | null
}

type Telling = Pick<Deps, 'bus' | 'clock'>

/** Writes a notice for each reader within the caller's transaction; their consoles hear of it when it commits. */
export async function notify(tx: Db, deps: Telling, notice: Notice): Promise<void> {
  const { partyIds, alsoUserIds = [], ...about } = notice
  const readers: Reader[] = []
  for (const partyId of new Set(partyIds)) {
    const also = partyId === partyIds[0] ? alsoUserIds : []
    for (const { userId, role } of await listMembers(tx, partyId)) {
      if (role !== 'member' || also.includes(userId)) readers.push({ userId, partyId })
    }
  }
  await writeNotices(tx, deps, readers, about)
}

/** A notice to one person alone, whichever party they act for. */
export async function notifyUser(
  tx: Db,
  deps: Telling,
  { userId, ...about }: Omit<About, 'taskId'> & { userId: string },
): Promise<void> {
  await writeNotices(tx, deps, [{ userId, partyId: null }], about)
}

/** The same notice for each of these readers. One statement, as there may be thousands of them. */
export async function writeNotices(tx: Db, { bus, clock }: Telling, readers: Reader[], about: About): Promise<void> {
  if (readers.length === 0) return
  const { taskId = null, kind, params, subject, subjectId } = about
  const rows = JSON.stringify(readers.map(({ userId, partyId }) => ({ id: newId(), userId, partyId })))
  await tx.execute(sql`
    insert into ${notifications}
      (id, user_id, party_id, kind, params, subject, subject_id, task_id, send_time)
    select reader.id, reader."userId", reader."partyId", ${kind}, ${JSON.stringify(params)}::jsonb, ${subject},
      ${subjectId}, ${taskId}, ${clock.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as reader (id text, "userId" text, "partyId" text)`)
  await tellReaders(tx, bus, readers)
}

/** Takes a join request off every pile it lies on: it was decided, or taken back, and nobody can decide it any more. */
export async function closeRequest(tx: Db, { bus, clock }: Telling, requestId: string): Promise<void> {
  const open = and(
    inArray(notifications.kind, [...REQUESTS]),
    eq(notifications.subjectId, requestId),
    isNull(notifications.readTime),
  )
  await tellReaders(tx, bus, await tx.update(notifications).set({ readTime: clock.now() }).where(open).returning())
}

async function tellReaders(tx: Db, bus: Deps['bus'], readers: { userId: string }[]) {
  const all = [...new Set(readers.map(({ userId }) => userId))]
  const told = chunks(all, READERS_AT_ONCE).map((userIds): Noticed => ({ userIds }))
  await bus.publishAll(tx, NOTICED, told)
}

/** Tells the consoles of these parties' members that something happened in the task's run, or to the task itself. */
export async function pushRun(tx: Db, { bus }: Pick<Deps, 'bus'>, moved: RunMoved): Promise<void> {
  await bus.publish(tx, RUN_MOVED, moved)
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}
