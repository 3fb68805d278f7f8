import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { idsOnPage, nearerEnd } from '../../db/nearer-end.ts'
import type { Db } from '../../db/pool.ts'
import { containing } from '../../lib/like.ts'
import { type ArtifactRow, artifact, type ModelRow, model } from '../model/index.ts'
import { type InferenceRow, inference } from './table.ts'

export interface LoadedInference {
  inference: InferenceRow
  model: ModelRow
  artifact: ArtifactRow
}

const joined = (db: Db) =>
  db
    .select({ inference, model, artifact })
    .from(inference)
    .innerJoin(model, eq(model.id, inference.modelId))
    .innerJoin(artifact, eq(artifact.id, model.artifactId))
    .$dynamic()

export async function findInference(db: Db, inferenceId: string): Promise<LoadedInference | undefined> {
  const [found] = await joined(db).where(and(eq(inference.id, inferenceId), isNull(inference.deleteTime)))
  return found
}

/**
 * SQL condition for the inference tasks in a list. Ordinary members see only their own tasks, because inputs are rows.
 */
export function listedOf(partyId: string, onlyOfUser: string | null, name?: string): SQL | undefined {
  const text = containing(name)
  return and(
    eq(inference.partyId, partyId),
    isNull(inference.deleteTime),
    onlyOfUser ? eq(inference.createdByUserId, onlyOfUser) : undefined,
    text ? ilike(inference.name, text) : undefined,
  )
}

/** Returns a page of inference tasks, newest first. */
export async function listInferences(db: Db, where: SQL | undefined, page: { size: number; offset: number }) {
  const total = await db.$count(inference, where)
  const by = [inference.createTime, inference.id]
  const shown = nearerEnd(by, total, page)
  if (shown.size === 0) return { rows: [], total }
  const rows = await joined(db)
    .where(inArray(inference.id, idsOnPage(db, inference, where, shown)))
    .orderBy(...by.map((column) => desc(column)))
  return { rows, total }
}

export function listByIds(db: Db, ids: string[]): Promise<LoadedInference[]> {
  return ids.length === 0 ? Promise.resolve([]) : joined(db).where(inArray(inference.id, ids))
}

export async function isNameTaken(db: Db, partyId: string, name: string): Promise<boolean> {
  const same = and(eq(inference.partyId, partyId), eq(inference.name, name), isNull(inference.deleteTime))
  return (await db.$count(inference, same)) > 0
}

export async function failBusyBefore(db: Db, time: Date): Promise<void> {
  const isOlder = or(isNull(inference.busySince), lte(inference.busySince, time))
  await db
    .update(inference)
    .set({ status: 'failed', failure: 'inference.interrupted', failureParams: null, busySince: null })
    .where(and(inArray(inference.status, ['creating', 'running']), isOlder))
}

/** Deletes old inputs together with their results. */
export async function forgetResultsBefore(db: Db, time: Date): Promise<void> {
  await db
    .update(inference)
    .set({ result: null, resultTime: null, status: 'created' })
    .where(and(isNotNull(inference.resultTime), lt(inference.resultTime, time)))
}
