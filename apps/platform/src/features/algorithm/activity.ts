import type { Language } from '@tessera/contract'
import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  ne,
  notInArray,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { idsOnPage, nearerEnd } from '../../db/nearer-end.ts'
import type { Db } from '../../db/pool.ts'
import { newId } from '../../lib/ids.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { type ActivityContent, activity, type NewActivity } from './table.ts'

type Entry = Pick<NewActivity, 'subject' | 'subjectId' | 'action' | 'taskId'> & { content: ActivityContent }

/** The user who did something. Undefined if it happened automatically or the edge's user is unknown. */
export interface Doer {
  userId: string | null
  displayName: string
  partyId: string | null
}

/** Records the actions of a user, in the same transaction as the actions. */
export async function recordActivity(db: Db, actor: Doer, entries: Entry[], now: Date) {
  const values = entries.map((entry) => ({
    id: newId(),
    partyId: actor.partyId,
    userId: actor.userId,
    userName: actor.displayName,
    createTime: now,
    ...entry,
    content: { userName: actor.displayName, ...entry.content },
  }))
  if (values.length > 0) await db.insert(activity).values(values)
}

/** Returns whether a party has done this in the task since the given time. */
export async function isNoted(
  db: Db,
  { taskId, partyId, action, since }: { taskId: string; partyId: string; action: NewActivity['action']; since: Date },
): Promise<boolean> {
  const [found] = await db
    .select({ id: activity.id })
    .from(activity)
    .where(
      and(
        ...[eq(activity.subject, 'task'), eq(activity.taskId, taskId), gte(activity.createTime, since)],
        ...[eq(activity.partyId, partyId), eq(activity.action, action)],
      ),
    )
    .limit(1)
  return found !== undefined
}

export interface ActivityPage {
  size: number
  offset: number
}

export function listActivityOf(
  db: Db,
  subject: NewActivity['subject'],
  subjectIds: string[],
  page: ActivityPage,
  language: Language,
) {
  return listWhere(db, and(eq(activity.subject, subject), inArray(activity.subjectId, subjectIds)), page, language)
}

export function listActivityInTasks(
  db: Db,
  { taskIds, except = [] }: { taskIds: string[] | SQLWrapper; except?: readonly NewActivity['action'][] },
  page: ActivityPage,
  language: Language,
) {
  const inTasks = and(eq(activity.subject, 'task'), inArray(activity.taskId, taskIds))
  return listWhere(db, and(inTasks, notInArray(activity.action, [...except])), page, language)
}

/** Returns activity entries with the parties' current names, in the reader's language. */
async function listWhere(db: Db, where: SQL | undefined, page: ActivityPage, language: Language) {
  const total = await db.$count(activity, where)
  const by = [activity.createTime, activity.id]
  const ids = idsOnPage(db, activity, where, nearerEnd(by, total, page))
  const rows = await db
    .select()
    .from(activity)
    .where(inArray(activity.id, ids))
    .orderBy(...by.map((column) => desc(column)))
  const partyIds = rows.flatMap(({ partyId, content }) => [partyId, content.hostPartyId].filter((id) => id != null))
  const parties = await listPartiesByIds(db, [...new Set(partyIds)])
  const names = new Map(parties.map((party) => [party.id, nameOfParty(party, language)]))
  const named = (key: string, id: string | null | undefined) => (id ? { [key]: names.get(id) ?? id } : {})
  const records = rows.map(({ subject, taskId, content, partyId, userName, createTime, action }) => ({
    content: {
      ...content,
      ...(subject === 'task' && taskId && { missionId: taskId }),
      ...named('hostPartyName', content.hostPartyId),
      // All users can read an algorithm's log. If the task's name is hidden from the reader, the party's name is
      // hidden, too.
      ...named('partyName', subject === 'algorithm' && !content.missionName ? null : partyId),
    } as Record<string, string>,
    createdBy: userName,
    createTime,
    opType: action,
  }))
  return { records, total }
}

const usedAs = (subject: NewActivity['subject']) => and(eq(activity.subject, subject), eq(activity.action, 'use'))

export async function countUses(db: Db, subject: NewActivity['subject']): Promise<Map<string, number>> {
  const rows = await db
    .select({ subjectId: activity.subjectId, uses: count() })
    .from(activity)
    .where(usedAs(subject))
    .groupBy(activity.subjectId)
  return new Map(rows.map(({ subjectId, uses }) => [subjectId, uses]))
}

/** Returns the users who used an object, without the reader. */
export async function readUse(db: Db, subject: NewActivity['subject'], subjectId: string, exceptUserId: string) {
  const where = and(usedAs(subject), eq(activity.subjectId, subjectId), ne(activity.userId, exceptUserId))
  const [[totals], users] = await Promise.all([
    db
      .select({ uses: count(), parties: countDistinct(activity.partyId) })
      .from(activity)
      .where(where),
    db.selectDistinct({ userId: activity.userId, name: activity.userName }).from(activity).where(where).limit(50),
  ])
  return { useCount: totals?.uses ?? 0, partyCount: totals?.parties ?? 0, users }
}
