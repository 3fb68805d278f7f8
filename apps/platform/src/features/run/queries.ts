import type { RunEvent } from '@tessera/contract'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/pool.ts'
import { type Asker, familyIdsOf, seenBy, task } from '../task/index.ts'
import { isOlder, retell } from './older-events.ts'
import { type RunRow, runEvent, trainingRun } from './table.ts'

const ACTIVE: RunRow['phase'][] = ['submitted', 'queued', 'waiting', 'running']

export async function findRun(db: Db, runId: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(trainingRun).where(eq(trainingRun.id, runId))
  return row
}

/** Lock the task first: whoever holds both took them in that order. */
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

/** Of each of these tasks that has one. */
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
        .select({ taskId: trainingRun.taskId, phase: trainingRun.phase, flowerRunId: trainingRun.flowerRunId })
        .from(trainingRun)
        .where(and(inArray(trainingRun.taskId, taskIds), inArray(trainingRun.phase, ACTIVE)))

/** Of this very task: who may watch one task may not watch another's runs. */
export async function findRunOf(db: Db, taskId: string, runId: string): Promise<RunRow | undefined> {
  const run = await findRun(db, runId)
  return run?.taskId === taskId ? run : undefined
}

/** The parties that this one trained with, ever. */
export async function listPartners(db: Db, partyId: string): Promise<string[]> {
  const isTheirs = sql`${trainingRun.parties} @> ${JSON.stringify([{ partyId }])}::jsonb`
  const id = sql<string>`jsonb_array_elements(${trainingRun.parties}) ->> 'partyId'`
  const rows = await db.selectDistinct({ id }).from(trainingRun).where(isTheirs)
  return rows.map((row) => row.id).filter((one) => one !== partyId)
}

/** Newest first. */
export function listRunsOf(db: Db, taskIds: string[], most: number): Promise<RunRow[]> {
  return db
    .select()
    .from(trainingRun)
    .where(inArray(trainingRun.taskId, taskIds))
    .orderBy(desc(trainingRun.createTime), desc(trainingRun.id))
    .limit(most)
}

/** For `exists`: the active runs of the task in the outer query. */
export const activeRunsOf = (db: Db, taskId: AnyPgColumn) =>
  db
    .select({ id: trainingRun.id })
    .from(trainingRun)
    .where(and(eq(trainingRun.taskId, taskId), inArray(trainingRun.phase, ACTIVE)))

/** Active runs of a task, and of its clones, which run under its tickets. */
export function listActiveRunsUnder(db: Db, taskId: string): Promise<RunRow[]> {
  return db
    .select()
    .from(trainingRun)
    .where(and(inArray(trainingRun.taskId, familyIdsOf(db, taskId)), inArray(trainingRun.phase, ACTIVE)))
    .orderBy(asc(trainingRun.taskId))
}

/** What goes on now, of all tasks: how much there is, and of the tasks that the asker may see the newest. */
export async function listGoingOn(db: Db, asker: Asker, most: number) {
  // By the index: a run that goes on is not released.
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
  const events = await listStored(db, runId, afterSeq)
  if (!events.some(isOlder)) return events
  return retell(await listStored(db, runId, 0)).filter(({ seq }) => seq > afterSeq)
}

async function listStored(db: Db, runId: string, afterSeq: number): Promise<RunEvent[]> {
  const rows = await db
    .select({ event: runEvent.event })
    .from(runEvent)
    .where(and(eq(runEvent.runId, runId), gt(runEvent.seq, afterSeq)))
    .orderBy(asc(runEvent.seq))
  return rows.map(({ event }) => event)
}

/**
 * Takes runs that nobody works on: new ones, and those whose worker is gone. Each is taken by one worker only. While
 * nobody looked nobody knows whether the SuperLink was away.
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

/** False when another worker has it by now. */
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

/** Of a run that goes on, whoever ended it since it was read. False when it has ended. */
export async function updateActiveRun(db: Db, runId: string, changes: Partial<RunRow>): Promise<boolean> {
  const updated = await db
    .update(trainingRun)
    .set(changes)
    .where(and(eq(trainingRun.id, runId), inArray(trainingRun.phase, ACTIVE)))
    .returning({ id: trainingRun.id })
  return updated.length > 0
}
