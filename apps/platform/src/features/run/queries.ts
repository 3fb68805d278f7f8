import type { RunEvent } from '@tessera/contract'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/pool.ts'
import { type Asker, familyIdsOf, seenBy, task } from '../task/index.ts'
import { type RunRow, runEvent, trainingRun } from './table.ts'

const ACTIVE: RunRow['phase'][] = ['submitted', 'queued', 'waiting', 'running']

export async function findRun(db: Db, runId: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(trainingRun).where(eq(trainingRun.id, runId))
  return row
}

/** Locks the run. Lock the run's task first: every transaction takes both locks in that order. */
export async function lockRun(tx: Db, runId: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(trainingRun).where(eq(trainingRun.id, runId)).for('update')
  return row
}

export async function findNewestRun(db: Db, taskId: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(trainingRun)
    .where(eq(trainingRun.taskId, taskId))
    .orderBy(desc(trainingRun.createTime))
    .limit(1)
  return row
}

/** Returns the newest run of each task that has one. */
export function listNewestRuns(db: Db, taskIds: string[]): Promise<RunRow[]> {
  if (taskIds.length === 0) return Promise.resolve([])
  return db
    .selectDistinctOn([trainingRun.taskId])
    .from(trainingRun)
    .where(inArray(trainingRun.taskId, taskIds))
    .orderBy(trainingRun.taskId, desc(trainingRun.createTime))
}

export const listActivePhases = (db: Db, taskIds: string[]) =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ taskId: trainingRun.taskId, phase: trainingRun.phase, attemptId: trainingRun.attemptId })
        .from(trainingRun)
        .where(and(inArray(trainingRun.taskId, taskIds), inArray(trainingRun.phase, ACTIVE)))

/** Returns the run if it belongs to this task. A user who may watch one task must not see the runs of another. */
export async function findRunOf(db: Db, taskId: string, runId: string): Promise<RunRow | undefined> {
  const run = await findRun(db, runId)
  return run?.taskId === taskId ? run : undefined
}

/** Returns all parties with which this party has ever trained. */
export async function listPartners(db: Db, partyId: string): Promise<string[]> {
  const isTheirs = sql`${trainingRun.parties} @> ${JSON.stringify([{ partyId }])}::jsonb`
  const id = sql<string>`jsonb_array_elements(${trainingRun.parties}) ->> 'partyId'`
  const rows = await db.selectDistinct({ id }).from(trainingRun).where(isTheirs)
  return rows.map((row) => row.id).filter((one) => one !== partyId)
}

/** Returns the runs of these tasks, newest first. */
export function listRunsOf(db: Db, taskIds: string[], most: number): Promise<RunRow[]> {
  return db
    .select()
    .from(trainingRun)
    .where(inArray(trainingRun.taskId, taskIds))
    .orderBy(desc(trainingRun.createTime), desc(trainingRun.id))
    .limit(most)
}

/** Returns a subquery for `exists`: the active runs of the task in the outer query. */
export const activeRunsOf = (db: Db, taskId: AnyPgColumn) =>
  db
    .select({ id: trainingRun.id })
    .from(trainingRun)
    .where(and(eq(trainingRun.taskId, taskId), inArray(trainingRun.phase, ACTIVE)))

/** Returns the active runs of a task and of its clones, which use the task's consent tickets. */
export function listActiveRunsUnder(db: Db, taskId: string): Promise<RunRow[]> {
  return db
    .select()
    .from(trainingRun)
    .where(and(inArray(trainingRun.taskId, familyIdsOf(db, taskId)), inArray(trainingRun.phase, ACTIVE)))
    .orderBy(asc(trainingRun.taskId))
}

/** Returns the number of active runs in all tasks, and the newest active runs of tasks that the reader may see. */
export async function listGoingOn(db: Db, asker: Asker, most: number) {
  // The first condition makes the query use the index: an active run is not released.
  const goesOn = and(eq(trainingRun.isReleased, false), inArray(trainingRun.phase, ACTIVE))
  const seen = await db
    .select({ run: trainingRun, task })
    .from(trainingRun)
    .innerJoin(task, eq(task.id, trainingRun.taskId))
    .where(and(goesOn, seenBy(db, asker)))
    .orderBy(desc(trainingRun.createTime), desc(trainingRun.id))
    .limit(most)
  return { seen, total: await db.$count(trainingRun, goesOn) }
}

export function listRunsEndedSince(db: Db, since: Date): Promise<RunRow[]> {
  return db.select().from(trainingRun).where(gt(trainingRun.endTime, since))
}

export async function listEvents(db: Db, runId: string, afterSeq: number): Promise<RunEvent[]> {
  const rows = await db
    .select({ event: runEvent.event })
    .from(runEvent)
    .where(and(eq(runEvent.runId, runId), gt(runEvent.seq, afterSeq)))
    .orderBy(asc(runEvent.seq))
  return rows.map(({ event }) => event)
}

/**
 * Claims runs that have no worker: new runs, and runs whose worker has ended. Each run is claimed by only one worker.
 * Claiming resets `engineAwaySince`, because nothing observed the SuperLink while the run had no worker.
 */
export async function claimRuns(db: Db, owner: string, now: Date, until: Date): Promise<RunRow[]> {
  return db.transaction(async (tx) => {
    const free = await tx
      .select({ id: trainingRun.id })
      .from(trainingRun)
      .where(
        and(eq(trainingRun.isReleased, false), or(isNull(trainingRun.leaseUntil), lt(trainingRun.leaseUntil, now))),
      )
      .limit(20)
      .for('update', { skipLocked: true })
    if (free.length === 0) return []
    const ids = free.map(({ id }) => id)
    return tx
      .update(trainingRun)
      .set({ leaseOwner: owner, leaseUntil: until, engineAwaySince: null })
      .where(inArray(trainingRun.id, ids))
      .returning()
  })
}

/** Extends the worker's lease of the run. Returns false if another worker has claimed the run meanwhile. */
export async function renewLease(db: Db, runId: string, owner: string, until: Date): Promise<boolean> {
  const renewed = await db
    .update(trainingRun)
    .set({ leaseUntil: until })
    .where(and(eq(trainingRun.id, runId), eq(trainingRun.leaseOwner, owner)))
    .returning({ id: trainingRun.id })
  return renewed.length > 0
}

export async function giveBackLeases(db: Db, owner: string) {
  await db.update(trainingRun).set({ leaseOwner: null, leaseUntil: null }).where(eq(trainingRun.leaseOwner, owner))
}

export async function updateRun(db: Db, runId: string, changes: Partial<RunRow>) {
  await db.update(trainingRun).set(changes).where(eq(trainingRun.id, runId))
}

/** Updates the run if it is still active. Returns false if the run has ended since it was read. */
export async function updateActiveRun(db: Db, runId: string, changes: Partial<RunRow>): Promise<boolean> {
  const updated = await db
    .update(trainingRun)
    .set(changes)
    .where(and(eq(trainingRun.id, runId), inArray(trainingRun.phase, ACTIVE)))
    .returning({ id: trainingRun.id })
  return updated.length > 0
}
