import { type ContentType, isLowerBetter, type KnownMetric, type ModelSort } from '@tessera/contract'
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'
import { containing } from '../../lib/like.ts'
import { users } from '../account/index.ts'
import type { Asker } from './policy.ts'
import { type ArtifactRow, artifact, type ModelRow, model, modelUse } from './table.ts'

export interface LoadedModel {
  model: ModelRow
  artifact: ArtifactRow
}

const joined = (db: Db) =>
  db.select({ model, artifact }).from(model).innerJoin(artifact, eq(artifact.id, model.artifactId)).$dynamic()

export async function findModel(db: Db, modelId: string): Promise<LoadedModel | undefined> {
  const [found] = await joined(db).where(and(eq(model.id, modelId), isNull(model.deleteTime)))
  return found
}

export async function findArtifact(db: Db, runId: string): Promise<ArtifactRow | undefined> {
  const [found] = await db.select().from(artifact).where(eq(artifact.id, runId))
  return found
}

export function listArtifacts(db: Db, runIds: string[]): Promise<ArtifactRow[]> {
  return runIds.length === 0 ? Promise.resolve([]) : db.select().from(artifact).where(inArray(artifact.id, runIds))
}

/** Returns all models of these runs that are not deleted: the parties' own models, copies, and models in the pool. */
export function listSiblings(db: Db, artifactIds: string[]): Promise<ModelRow[]> {
  return db
    .select()
    .from(model)
    .where(and(inArray(model.artifactId, artifactIds), isNull(model.deleteTime)))
}

interface Page {
  size: number
  offset: number
}

export function listOwn(db: Db, partyId: string, onlyOfUser: string | null, name: string | undefined, page: Page) {
  const mine = onlyOfUser ? eq(model.createdByUserId, onlyOfUser) : undefined
  return listWhere(db, and(eq(model.isPublished, false), eq(model.partyId, partyId), mine), name, page)
}

export interface PoolFilter {
  name?: string | undefined
  contentType?: ContentType | undefined
  partyId?: string | undefined
  column?: string | undefined
  metric?: KnownMetric | undefined
  sort?: ModelSort | undefined
}

export function listPool(db: Db, { name, contentType, partyId, column, metric, sort }: PoolFilter, page: Page) {
  const wanted = and(
    eq(model.isPublished, true),
    contentType && eq(artifact.contentType, contentType),
    partyId ? eq(model.partyId, partyId) : undefined,
    takesColumn(column),
    metric && isNotNull(scoreBy(metric)),
  )
  const best = metric && (isLowerBetter(metric) ? asc : desc)(scoreBy(metric))
  const first: Record<ModelSort, SQL | undefined> = {
    newest: undefined,
    metric: best,
    copies: desc(model.downloadCount),
    name: asc(sql`lower(${model.name})`),
  }
  return listWhere(db, wanted, name, page, first[sort ?? 'newest'])
}

/** Returns models with this name that are in the pool or belong to the reader's party, newest first. */
export async function listSeenModels(db: Db, { partyId }: Asker, name: string, most: number): Promise<ModelRow[]> {
  const isSeen =
    partyId === null ? eq(model.isPublished, true) : or(eq(model.isPublished, true), eq(model.partyId, partyId))
  const { rows } = await listWhere(db, isSeen, name, { size: most, offset: 0 })
  return rows.map((row) => row.model)
}

const scoreBy = (metric: KnownMetric) => sql`(${artifact.metrics} ->> ${metric}::text)::double precision`

function takesColumn(name: string | undefined): SQL | undefined {
  const text = containing(name)
  const columns = sql`coalesce(${artifact.card} -> 'input' -> 'columns', '[]'::jsonb)`
  return text
    ? sql`exists (select from jsonb_array_elements(${columns}) as taken (input) where ${ilike(sql`taken.input ->> 'column'`, text)})`
    : undefined
}

async function listWhere(db: Db, condition: SQL | undefined, name: string | undefined, page: Page, first?: SQL) {
  const text = containing(name)
  const where = and(condition, isNull(model.deleteTime), text ? ilike(model.name, text) : undefined)
  const order = [...(first ? [first] : []), desc(model.updateTime), desc(model.id)]
  const [rows, [counted]] = await Promise.all([
    joined(db)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.offset),
    db.select({ total: count() }).from(model).innerJoin(artifact, eq(artifact.id, model.artifactId)).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function findModelOfTask(db: Db, taskId: string, partyId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: model.id })
    .from(model)
    .innerJoin(artifact, eq(artifact.id, model.artifactId))
    .where(
      and(
        eq(artifact.taskId, taskId),
        eq(model.partyId, partyId),
        eq(model.isPublished, false),
        isNull(model.deleteTime),
      ),
    )
    .orderBy(desc(model.createTime))
    .limit(1)
  return found?.id ?? null
}

/** Returns how often a model was used, when it was last used, and up to 50 users. */
export async function readUses(db: Db, artifactId: string) {
  const of = eq(modelUse.artifactId, artifactId)
  const [[totals], people] = await Promise.all([
    db
      .select({ uses: count(), last: max(modelUse.time) })
      .from(modelUse)
      .where(of),
    db
      .selectDistinct({ id: users.id, name: users.displayName, avatar: users.avatar })
      .from(modelUse)
      .innerJoin(users, eq(users.id, modelUse.userId))
      .where(of)
      .limit(50),
  ])
  return {
    useCount: totals?.uses ?? 0,
    lastUseTime: totals?.last ?? null,
    users: people.map(({ name, avatar }) => ({ name, avatar })),
  }
}
