import { ListMyActivity, pageRequest, toPage } from '@tessera/contract/wire'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { type AlgorithmDeps, listActivityInTasks } from '../algorithm/index.ts'
import { stateOf } from './load.ts'
import { taskAbilities } from './policy.ts'
import { loadVisible } from './routes.ts'
import { registration } from './table.ts'

/** Serves the activity of one task, or of all tasks in which the caller's party takes part. */
export function taskActivityRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  serve(app, ListMyActivity, async ({ id, ...input }, actor) => {
    const page = pageRequest(input)
    const loaded = id ? await loadVisible(deps, id, actor) : undefined
    const taskIds = loaded ? [loaded.task.id] : tasksOf(requireParty(actor))
    const mayWatch = !loaded || taskAbilities(actor, stateOf(loaded)).watch
    const except = mayWatch ? [] : OF_APPLICANTS
    const { records, total } = await listActivityInTasks(deps.db, { taskIds, except }, page, actor.language)
    return toPage(mayWatch ? records : records.map(withoutReason), total, page)
  })

  const tasksOf = (partyId: string) =>
    deps.db
      .select({ taskId: registration.taskId })
      .from(registration)
      .where(and(eq(registration.partyId, partyId), eq(registration.status, 'joined')))
}

/** Kinds of entries about applicants. Readers outside the task do not see which parties applied and did not join. */
const OF_APPLICANTS = ['apply-join', 'refuse'] as const

/**
 * Removes from an entry at which party a run failed and why. Only users who may watch the run see this, because the
 * reason may name columns.
 */
const withoutReason = <T extends { content: Record<string, string>; opType: string }>(entry: T): T => {
  if (entry.opType !== 'fail') return entry
  const { reason: _reason, partyName: _party, ...content } = entry.content
  return { ...entry, content }
}
