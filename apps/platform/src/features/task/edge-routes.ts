import { type EdgeTask, fail, LINK_PATHS } from '@tessera/contract'
import type { FastifyInstance } from 'fastify'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { authenticateEdge } from '../environment/index.ts'
import { joinedOf, loadTask } from './load.ts'
import { planOf } from './plan.ts'
import { findTask } from './queries.ts'

/** What a ticket is about, for the edges of the task's parties only. */
export function taskEdgeRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  app.get<{ Params: { taskId: string } }>(LINK_PATHS.task, async (request) => {
    const { partyId } = await authenticateEdge(deps, request)
    return describeTask(deps, request.params.taskId, partyId)
  })
}

export async function describeTask(deps: AlgorithmDeps, taskId: string, partyId: string): Promise<EdgeTask> {
  const task = await findTask(deps.db, taskId)
  const loaded = task && (await loadTask(deps.db, deps, task))
  const joined = loaded ? joinedOf(loaded) : []
  // Whether a task exists is none of another party's business either.
  if (!task || !loaded || !joined.some((mine) => mine.partyId === partyId)) fail('task.not-found')

  const algorithm = task.algorithmId ? deps.algorithms.find(task.algorithmId) : undefined
  if (!algorithm) fail('task.no-algorithm')
  const namesOf = (id: string) => {
    const party = loaded.parties.get(id)
    return { name: party?.name ?? id, nameEn: party?.nameEn ?? id }
  }
  const initiator = namesOf(task.partyId)
  return {
    taskId,
    taskName: task.name,
    initiatorName: initiator.name,
    initiatorNameEn: initiator.nameEn,
    parties: joined.map((party) => ({ partyId: party.partyId, ...namesOf(party.partyId) })),
    plan: planOf(task, algorithm) ?? fail('task.no-columns'),
    algorithmName: { cn: algorithm.manifest.nameCn, en: algorithm.manifest.nameEn },
    originTaskId: task.originTaskId,
  }
}
