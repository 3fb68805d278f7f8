import { ListMyActivity, pageRequest, toPage } from '@tessera/contract/wire'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { requireParty } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { type AlgorithmDeps, listActivityInTasks } from '../algorithm/index.ts'
import { loadVisible } from './routes.ts'
import { registration } from './table.ts'

/** What happened in one task, or in all the party takes part in. */
export function taskActivityRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  serve(app, ListMyActivity, async ({ id, ...input }, actor) => {
    const page = pageRequest(input)
    const taskIds = id ? [(await loadVisible(deps, id, actor)).task.id] : await listTaskIdsOf(requireParty(actor))
    if (taskIds.length === 0) return toPage([], 0, page)
    const { records, total } = await listActivityInTasks(deps.db, taskIds, page, actor.language)
    return toPage(records, total, page)
  })

  async function listTaskIdsOf(partyId: string): Promise<string[]> {
    const mine = and(eq(registration.partyId, partyId), eq(registration.status, 'joined'))
    const rows = await deps.db.select({ taskId: registration.taskId }).from(registration).where(mine)
    return rows.map(({ taskId }) => taskId)
  }
}
