import type { TaskSort } from '@tessera/contract'
import { isAtLeast, type Relation, rankOf, rights, type Way } from '@tessera/contract/rights'
import { and, asc, count, desc, eq, exists, gte, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { idsOnPage, nearerEnd } from '../../db/nearer-end.ts'
import { type Db, query } from '../../db/pool.ts'
import { isNamed } from '../../lib/search-name.ts'
import type { Asker } from './policy.ts'
import { RECRUITS } from './status.ts'
import {
  type GrantNoticeRow,
  grantNotice,
  type RegistrationRow,
  registration,
  type TaskRow,
  task,
  taskView,
} from './table.ts'

const HOT_DAYS = 30
const newestFirst = [desc(task.createTime), desc(task.id)]

export async function findTask(db: Db, taskId: string): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(task).where(isLive(taskId))
  return row
}

/** Returns a clone of the task in which this party currently trains with the ticket of the original task. */
export async function findTrainingCopy(db: Db, taskId: string, partyId: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select({ task })
    .from(task)
    .innerJoin(registration, eq(registration.taskId, task.id))
    .where(
      and(
        eq(task.originTaskId, taskId),
        eq(task.status, 'training'),
        isNull(task.deleteTime),
        eq(registration.partyId, partyId),
        eq(registration.status, 'joined'),
      ),
    )
    .limit(1)
  return row?.task
}

/** Returns, newest first, the given tasks that are neither deleted nor disbanded. */
export function listLive(db: Db, taskIds: string[]): Promise<TaskRow[]> {
  if (taskIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(task)
    .where(and(inArray(task.id, taskIds), isNull(task.deleteTime), ne(task.status, 'disbanded')))
    .orderBy(...newestFirst)
}

/** Locks the task until the transaction ends. Every change of a task takes this lock first. */
export async function lockTask(tx: Db, taskId: string): Promise<TaskRow | undefined> {
  const [row] = await tx.select().from(task).where(isLive(taskId)).for('update')
  return row
}

/** Locks the task and its original task, for changes that concern the tickets they share. */
export async function lockFamily(tx: Db, taskId: string): Promise<TaskRow | undefined> {
  const originTaskId = (await findTask(tx, taskId))?.originTaskId
  if (originTaskId) {
    const both = inArray(task.id, [taskId, originTaskId])
    await tx.select({ id: task.id }).from(task).where(both).orderBy(asc(task.id)).for('update')
  }
  return lockTask(tx, taskId)
}

/** Returns a subquery for `in`: the ids of the task and its clones, which use the task's tickets. */
export const familyIdsOf = (db: Db, taskId: string) =>
  db
    .select({ id: task.id })
    .from(task)
    .where(or(eq(task.id, taskId), eq(task.originTaskId, taskId)))

/**
 * Returns the tasks that are training and share tickets with this task: its original task, and every clone of the
 * original.
 */
export function listTrainingRelatives(db: Db, { id, originTaskId }: TaskRow): Promise<TaskRow[]> {
  const rootId = originTaskId ?? id
  const isRelative = and(or(eq(task.id, rootId), eq(task.originTaskId, rootId)), ne(task.id, id))
  return db
    .select()
    .from(task)
    .where(and(isRelative, eq(task.status, 'training'), isNull(task.deleteTime)))
}

/**
 * Returns tasks with a comparable purpose: the task's original and clones, and tasks of the same initiator with the
 * same target.
 */
export function listComparable(db: Db, { id, originTaskId, partyId, columnSelection }: TaskRow): Promise<TaskRow[]> {
  const rootId = originTaskId ?? id
  const label = columnSelection?.label
  const hasTarget = label ? sql`${task.columnSelection} ->> 'label' = ${label}` : undefined
  const isComparable = or(eq(task.id, rootId), eq(task.originTaskId, rootId), hasTarget)
  return db
    .select()
    .from(task)
    .where(and(eq(task.partyId, partyId), isComparable, isNull(task.deleteTime)))
}

const isOpenToOthers = and(
  isNull(task.deleteTime),
  eq(task.status, 'recruiting'),
  eq(task.researchType, 'federated'),
  isNull(task.namedPartyIds),
)

const isLive = (taskId: string) => and(eq(task.id, taskId), isNull(task.deleteTime))

/** Returns the number of tasks per status. Statuses without tasks are absent. */
export function countTasksByStatus(db: Db): Promise<{ status: TaskRow['status']; count: number }[]> {
  return db
    .select({ status: task.status, count: count() })
    .from(task)
    .where(isNull(task.deleteTime))
    .groupBy(task.status)
}

/**
 * Returns the number of tasks per status and day of creation since `since`, by a clock `utcOffset` minutes ahead of
 * UTC.
 */
export function countTasksByDay(
  db: Db,
  since: Date,
  utcOffset: number,
): Promise<{ day: string; status: TaskRow['status']; count: number }[]> {
  const moved = sql`(${task.createTime} at time zone 'UTC') + make_interval(mins => ${utcOffset}::int)`
  const day = sql<string>`to_char(${moved}, 'YYYY-MM-DD')`.as('day')
  return db
    .select({ day, status: task.status, count: count() })
    .from(task)
    .where(and(isNull(task.deleteTime), gte(task.createTime, since)))
    .groupBy(sql`day`, task.status)
}

/** Returns those of the given parties that take part in a task that the reader may see. */
export async function listMet(db: Db, asker: Asker, partyIds: string[]): Promise<string[]> {
  if (partyIds.length === 0) return []
  const rows = await db
    .selectDistinct({ partyId: registration.partyId })
    .from(registration)
    .innerJoin(task, eq(task.id, registration.taskId))
    .where(
      and(
        inArray(registration.partyId, partyIds),
        eq(registration.status, 'joined'),
        isNull(task.deleteTime),
        seenBy(db, asker),
      ),
    )
  return rows.map(({ partyId }) => partyId)
}

const own = alias(registration, 'own_registration')

/** Returns whether two parties take part in the same task that has not ended. */
export async function areInOneTask(db: Db, partyId: string, otherId: string): Promise<boolean> {
  const isOf = and(eq(own.partyId, partyId), eq(own.status, 'joined'))
  const isTheirs = and(eq(registration.partyId, otherId), eq(registration.status, 'joined'))
  const isOpen = and(isNull(task.deleteTime), inArray(task.status, ['training', ...RECRUITS]))
  const found = await db
    .select({ id: task.id })
    .from(task)
    .innerJoin(own, and(eq(own.taskId, task.id), isOf))
    .innerJoin(registration, and(eq(registration.taskId, task.id), isTheirs))
    .where(isOpen)
    .limit(1)
  return found.length > 0
}

/** Returns the condition on `task` that the reader may see the task. */
export function seenBy(db: Db, { partyId, role }: Asker): SQL | undefined {
  const has = (status: RegistrationRow['status']) => {
    if (partyId === null) return sql`false`
    const isIt = and(eq(own.taskId, task.id), eq(own.partyId, partyId), eq(own.status, status))
    return exists(db.select({ id: own.id }).from(own).where(isIt))
  }
  const relations: Partial<Record<Relation<'task'>, SQL>> = {
    joined: has('joined'),
    applying: has('applying'),
    invited: has('invited'),
  }
  const ways = rights['task.see'].ways.filter(({ who }) => isAtLeast(rankOf({ partyId, role }), who))
  return or(
    ...ways.map(({ is = [], when = {} }: Way<'task'>) =>
      and(
        ...is.map((name) => relations[name] ?? sql`false`),
        when.visibility && inArray(task.visibility, [...when.visibility]),
        when.status && inArray(task.status, [...when.status]),
        when.joining?.includes('open')
          ? and(isNull(task.namedPartyIds), eq(task.researchType, 'federated'))
          : undefined,
      ),
    ),
  )
}

export const countTasks = (db: Db): Promise<number> => db.$count(task, isNull(task.deleteTime))

export async function isTaskPicture(db: Db, path: string): Promise<boolean> {
  return (await db.$count(task, and(eq(task.avatar, path), isNull(task.deleteTime)))) > 0
}

export async function findRegistration(db: Db, registrationId: string): Promise<RegistrationRow | undefined> {
  const [row] = await db.select().from(registration).where(eq(registration.id, registrationId))
  return row
}

/** Returns the registrations of these tasks, the initiator's first, then by age. */
export function listRegistrations(db: Db, taskIds: string[]): Promise<RegistrationRow[]> {
  if (taskIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(registration)
    .where(inArray(registration.taskId, taskIds))
    .orderBy(asc(registration.role), asc(registration.createTime))
}

/**
 * Returns the parties whose consoles are notified of changes: joined and applying parties and, while joining is open,
 * invited parties.
 */
export async function listConcerned(db: Db, taskId: string): Promise<string[]> {
  const isOpen = and(eq(task.status, 'recruiting'), isNull(task.namedPartyIds))
  const rows = await db
    .select({ partyId: registration.partyId })
    .from(registration)
    .innerJoin(task, eq(task.id, registration.taskId))
    .where(
      and(
        eq(registration.taskId, taskId),
        or(inArray(registration.status, ['joined', 'applying']), and(eq(registration.status, 'invited'), isOpen)),
      ),
    )
  return rows.map(({ partyId }) => partyId)
}

export function listTickets(db: Db, taskIds: string[]): Promise<GrantNoticeRow[]> {
  if (taskIds.length === 0) return Promise.resolve([])
  return db.select().from(grantNotice).where(inArray(grantNotice.taskId, taskIds))
}

/**
 * Returns the consent tickets that a run used. Edges before 2.7 do not report which run used a ticket, so their tickets
 * are matched by plan hash.
 */
export function listTicketsOfRun(db: Db, runId: string, planHash: string): Promise<GrantNoticeRow[]> {
  const isOverPlan = and(eq(grantNotice.planHash, planHash), isNull(grantNotice.number))
  return db
    .select()
    .from(grantNotice)
    .where(or(eq(grantNotice.runId, runId), isOverPlan))
    .orderBy(asc(grantNotice.noticeTime))
}

export interface TaskFilter {
  name?: string | undefined
  researchType?: TaskRow['researchType'] | undefined
  status?: TaskRow['status'] | undefined
  partyId?: string | undefined
  algorithmIds?: string[] | undefined
  sort?: TaskSort | undefined
}

/** Updates the number of joined parties of a task. Call it whenever a party has joined or left. */
export async function countJoined(tx: Db, taskId: string) {
  const isIn = and(eq(registration.taskId, taskId), eq(registration.status, 'joined'))
  const joinedCount = tx.select({ parties: count() }).from(registration).where(isIn)
  await tx
    .update(task)
    .set({ joinedCount: sql`(${joinedCount})` })
    .where(eq(task.id, taskId))
}

/** Returns tasks with this name that the reader may see, newest first. */
export function listSeenTasks(db: Db, asker: Asker, name: string, most: number): Promise<TaskRow[]> {
  return db
    .select()
    .from(task)
    .where(
      and(isNull(task.deleteTime), ne(task.status, 'disbanded'), isNamed(task.searchName, name), seenBy(db, asker)),
    )
    .orderBy(...newestFirst)
    .limit(most)
}

/** Returns a page of the task pool, which contains no private and no disbanded tasks. */
export async function listPool(db: Db, filter: TaskFilter, page: { size: number; offset: number }) {
  const where = and(
    isNull(task.deleteTime),
    ne(task.visibility, 'private'),
    ne(task.status, 'disbanded'),
    isNamed(task.searchName, filter.name),
    filter.researchType && eq(task.researchType, filter.researchType),
    filter.status && eq(task.status, filter.status),
    filter.partyId ? eq(task.partyId, filter.partyId) : undefined,
    filter.algorithmIds && inArray(task.algorithmId, filter.algorithmIds),
  )
  const total = await db.$count(task, where)
  const newest = [task.createTime, task.id]
  const byName = filter.sort === 'name'
  const by = [...(byName ? [task.searchName] : filter.sort === 'parties' ? [task.joinedCount] : []), ...newest]
  const first = byName ? asc : desc
  const shown = nearerEnd(by, total, { ...page, first })
  if (shown.size === 0) return { rows: [], total }
  const rows = await db
    .select()
    .from(task)
    .where(inArray(task.id, idsOnPage(db, task, where, shown)))
    .orderBy(...by.map((column) => first(column)))
  return { rows, total }
}

/**
 * Selects `id` and `create_time` of a party's tasks. `onlyOfUser` limits them to tasks that this member created or
 * joined.
 */
export function listedOfParty(db: Db, partyId: string, name: string | undefined, onlyOfUser: string | null): SQL {
  const mine = db
    .select({ taskId: registration.taskId })
    .from(registration)
    .where(
      and(
        eq(registration.partyId, partyId),
        or(eq(registration.status, 'joined'), eq(registration.status, 'applying')),
        onlyOfUser ? eq(registration.createdByUserId, onlyOfUser) : undefined,
      ),
    )
  return db
    .select({ id: task.id, createTime: task.createTime })
    .from(task)
    .where(
      and(
        isNull(task.deleteTime),
        ne(task.status, 'disbanded'),
        inArray(task.id, mine),
        isNamed(task.searchName, name),
      ),
    )
    .getSQL()
}

/** Returns a page of the rows that these queries select, merged, newest first. */
export async function listNewest(db: Db, kinds: SQL[], page: { size: number; offset: number }) {
  const all = sql`(${sql.join(kinds, sql` union all `)}) as listed`
  const [counted] = await query<{ total: number }>(db, sql`select count(*)::int as total from ${all}`)
  const total = counted?.total ?? 0
  const { size, offset, order } = nearerEnd([sql`create_time`, sql`id`], total, page)
  const shown = sql`select * from ${all} order by ${sql.join(order, sql`, `)} limit ${size} offset ${offset}`
  const rows = await query<{ id: string }>(
    db,
    sql`select id from (${shown}) as shown order by create_time desc, id desc`,
  )
  return { ids: rows.map(({ id }) => id), total }
}

export function listByIds(db: Db, taskIds: string[]): Promise<TaskRow[]> {
  return taskIds.length === 0 ? Promise.resolve([]) : db.select().from(task).where(inArray(task.id, taskIds))
}

/**
 * Returns tasks that may need an action of the party, newest first: tasks that the party has joined or is invited to,
 * and that recruit or may recruit again.
 */
export async function listPending(db: Db, partyId: string, most: number): Promise<TaskRow[]> {
  const rows = await db
    .select({ task })
    .from(task)
    .innerJoin(registration, eq(registration.taskId, task.id))
    .where(
      and(
        eq(registration.partyId, partyId),
        inArray(registration.status, ['joined', 'invited']),
        inArray(task.status, RECRUITS),
        isNull(task.deleteTime),
      ),
    )
    .orderBy(...newestFirst)
    .limit(most)
  return rows.map((row) => row.task)
}

/** Returns the condition on `task` that the actor may invite parties, as far as this depends on the actor. */
function ledBy({ userId, partyId, role }: Asker): SQL | undefined {
  if (partyId === null) return sql`false`
  const ways: readonly Way<'task'>[] = rights['task.invite'].ways
  const relations: Partial<Record<Relation<'task'>, SQL>> = {
    initiator: eq(task.partyId, partyId),
    author: eq(task.createdByUserId, userId),
  }
  const mine = ways.filter(({ who }) => isAtLeast(rankOf({ partyId, role }), who))
  return or(...mine.map(({ is = [] }) => and(...is.map((name) => relations[name] ?? sql`false`))))
}

/** Returns tasks to which the actor may invite parties, newest first, except tasks with these algorithms. */
export function listInviting(db: Db, asker: Asker, unfitIds: string[], most: number): Promise<TaskRow[]> {
  const isFit = or(isNull(task.algorithmId), notInArray(task.algorithmId, unfitIds))
  return db
    .select()
    .from(task)
    .where(and(ledBy(asker), isOpenToOthers, isFit))
    .orderBy(...newestFirst)
    .limit(most)
}

/**
 * Returns tasks that other parties may join: those with the most joined parties first, then those with the most readers
 * in the last 30 days.
 */
export async function listHot(db: Db, limit: number, now: Date): Promise<TaskRow[]> {
  const since = new Date(now.getTime() - HOT_DAYS * 86_400_000).toISOString().slice(0, 10)
  const views = db
    .select({ taskId: taskView.taskId, readers: count().as('readers') })
    .from(taskView)
    .where(gte(taskView.day, since))
    .groupBy(taskView.taskId)
    .as('views')
  const rows = await db
    .select({ task })
    .from(task)
    .leftJoin(views, eq(views.taskId, task.id))
    .where(and(isOpenToOthers, ne(task.visibility, 'private')))
    .orderBy(desc(task.joinedCount), desc(sql`coalesce(${views.readers}, 0)`), desc(task.createTime))
    .limit(limit)
  return rows.map((row) => row.task)
}

export async function recordView(db: Db, taskId: string, userId: string, now: Date) {
  await db
    .insert(taskView)
    .values({ taskId, userId, day: now.toISOString().slice(0, 10) })
    .onConflictDoNothing()
}

/** Whether the party takes part in a task that recruits or trains. */
export async function hasOpenTasks(db: Db, partyId: string): Promise<boolean> {
  const isOpen = and(inArray(task.status, ['recruiting', 'training']), isNull(task.deleteTime))
  const [open] = await db
    .select({ id: task.id })
    .from(registration)
    .innerJoin(task, eq(task.id, registration.taskId))
    .where(and(eq(registration.partyId, partyId), eq(registration.status, 'joined'), isOpen))
    .limit(1)
  return open !== undefined
}
