import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'

/** Bus channels whose messages are forwarded to open consoles. */
export const NOTICED = 'noticed'
export const RUN_MOVED = 'run-moved'
export type Noticed = { userIds: string[] }
export type RunMoved = { taskId: string; seq: number | null; partyIds: string[] }

/** Number of readers per bus message, because a message is limited to 8 kB. */
const READERS_AT_ONCE = 150

/** Notifies these users' consoles that their notices changed. */
export async function pushNoticed(tx: Db, bus: Bus, readers: { userId: string }[]): Promise<void> {
  const all = [...new Set(readers.map(({ userId }) => userId))]
  const parts = chunks(all, READERS_AT_ONCE).map((userIds): Noticed => ({ userIds }))
  await bus.publishAll(tx, NOTICED, parts)
}

/** Notifies the consoles of these parties' members of a change in the task or its run. */
export async function pushRun(tx: Db, { bus }: { bus: Bus }, moved: RunMoved): Promise<void> {
  await bus.publish(tx, RUN_MOVED, moved)
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}
