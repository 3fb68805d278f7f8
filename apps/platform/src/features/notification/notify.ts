import type { ErrorParams, NotificationKind } from '@tessera/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { listAdminIds } from '../party/index.ts'
import { notifications } from './table.ts'

/** Channels of the bus. */
export const NOTICED = 'noticed'
export const RUN_MOVED = 'run-moved'
export type Noticed = { userIds: string[] }
export type RunMoved = { taskId: string; seq: number; partyIds: string[] }

export interface Notice {
  /** Read by these parties' administrators … */
  partyIds: string[]
  /** … and by these users, as members of the one party or the first of several. */
  alsoUserIds?: string[]
  kind: NotificationKind
  /** What the text names: `task`, `party`, `note`; `code` and its own parameters for a failure. */
  params: ErrorParams
  subject: 'task' | 'registration' | 'system'
  subjectId: string
  taskId?: string | null
}

/** Writes a notice for each reader within the caller's transaction; their consoles hear of it when it commits. */
export async function notify(tx: Db, { bus, clock }: Pick<Deps, 'bus' | 'clock'>, notice: Notice): Promise<void> {
  const { partyIds, alsoUserIds = [], taskId = null, kind, params, subject, subjectId } = notice
  const readers = new Map<string, { userId: string; partyId: string }>()
  for (const partyId of new Set(partyIds)) {
    const also = partyId === partyIds[0] ? alsoUserIds : []
    for (const userId of [...(await listAdminIds(tx, partyId)), ...also]) {
      readers.set(`${userId} ${partyId}`, { userId, partyId })
    }
  }
  if (readers.size === 0) return
  const told = { kind, params, subject, subjectId, taskId, sendTime: clock.now() }
  await tx.insert(notifications).values([...readers.values()].map((reader) => ({ id: newId(), ...reader, ...told })))
  await tellReaders(tx, bus, [...readers.values()])
}

/** Takes a join request off every pile it lies on: it was decided, or taken back, and nobody can decide it any more. */
export async function closeRequest(
  tx: Db,
  { bus, clock }: Pick<Deps, 'bus' | 'clock'>,
  registrationId: string,
): Promise<void> {
  const open = and(
    eq(notifications.kind, 'task.join-requested'),
    eq(notifications.subjectId, registrationId),
    isNull(notifications.readTime),
  )
  await tellReaders(tx, bus, await tx.update(notifications).set({ readTime: clock.now() }).where(open).returning())
}

async function tellReaders(tx: Db, bus: Deps['bus'], readers: { userId: string }[]) {
  for (const userIds of chunks([...new Set(readers.map(({ userId }) => userId))], 100)) {
    await bus.publish(tx, NOTICED, { userIds } satisfies Noticed)
  }
}

/** Tells the consoles of these parties' members that something happened in the task's run, or to the task itself. */
export async function pushRun(tx: Db, { bus }: Pick<Deps, 'bus'>, moved: RunMoved): Promise<void> {
  await bus.publish(tx, RUN_MOVED, moved)
}

function chunks<T>(items: T[], size: number): T[][] {
  return items.length <= size ? [items] : [items.slice(0, size), ...chunks(items.slice(size), size)]
}
