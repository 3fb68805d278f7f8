import { type ChoosingAnswer, type EdgeTask, fail, LINK_PATHS, type NamesAsked } from '@tessera/contract'
import { WireEdgeTask } from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { authenticateEdge } from '../environment/index.ts'
import { findMembership, partyName } from '../party/index.ts'
import { joinedOf, type LoadedTask, loadTask, stateOf } from './load.ts'
import { taskTypesOf } from './plan/column-types.ts'
import { namedElsewhere } from './plan/party-differences.ts'
import { wantedNames } from './plan/plan.ts'
import { requirePlan } from './plan/require-plan.ts'
import { startFile } from './plan/start.ts'
import { taskAbilities } from './policy.ts'
import { findTask, findTrainingCopy } from './queries.ts'

/** Serves what a consent ticket covers, to the edges of the task's parties only. */
export function taskEdgeRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  app.get<{ Params: { taskId: string } }>(LINK_PATHS.task, async (request) => {
    const { partyId } = await authenticateEdge(deps, request)
    return WireEdgeTask.encode(await describeTask(deps, request.params.taskId, partyId))
  })
  app.get<{ Params: { taskId: string } }>(LINK_PATHS.start, async (request, reply) => {
    const { partyId } = await authenticateEdge(deps, request)
    const { start } = requirePlan(await loadJoined(deps, request.params.taskId, partyId))
    const numbers = await deps.files.get(startFile(start ?? fail('task.start-none')))
    return reply.type('application/octet-stream').send(numbers)
  })
  app.get<{ Params: { taskId: string } }>(LINK_PATHS.names, async (request): Promise<NamesAsked> => {
    const { partyId } = await authenticateEdge(deps, request)
    const loaded = await loadJoined(deps, request.params.taskId, partyId)
    const { task } = loaded
    const wanted = wantedNames(task, deps.algorithms.find(task.algorithmId ?? '')) ?? fail('task.no-columns')
    return { ...wanted, others: namedElsewhere(loaded, partyId) }
  })
  app.get<{ Params: { taskId: string }; Querystring: { userId?: string } }>(LINK_PATHS.choosing, async (request) => {
    const { partyId } = await authenticateEdge(deps, request)
    const loaded = await loadJoined(deps, request.params.taskId, partyId)
    return { refusal: await whyNotChoose(deps, loaded, { partyId, userId: request.query.userId ?? '' }) }
  })
}

/** Loads a task that the party has joined. To other parties, the error does not reveal that the task exists. */
async function loadJoined(deps: AlgorithmDeps, taskId: string, partyId: string): Promise<LoadedTask> {
  const task = await findTask(deps.db, taskId)
  const loaded = task && (await loadTask(deps.db, deps, task))
  if (!loaded || !joinedOf(loaded).some((mine) => mine.partyId === partyId)) fail('task.not-found')
  return loaded
}

/**
 * Returns why the signer may not select rows; undefined if they may. Selecting other rows voids a signed ticket and
 * ends the runs that use it.
 */
async function whyNotChoose(
  deps: AlgorithmDeps,
  loaded: LoadedTask,
  { partyId, userId }: { partyId: string; userId: string },
): Promise<ChoosingAnswer['refusal']> {
  if (loaded.task.status !== 'recruiting') return { code: 'task.not-recruiting', params: {} }
  const membership = await findMembership(deps.db, userId, partyId)
  const may = membership && taskAbilities({ userId, partyId, role: membership.role }, stateOf(loaded)).offerData
  if (!may) return { code: 'task.not-allowed', params: {} }
  const copy = await findTrainingCopy(deps.db, loaded.task.id, partyId)
  return copy ? { code: 'task.copy-training', params: { task: copy.name } } : null
}

export async function describeTask(deps: AlgorithmDeps, taskId: string, partyId: string): Promise<EdgeTask> {
  const loaded = await loadJoined(deps, taskId, partyId)
  const { task } = loaded
  const algorithm = task.algorithmId ? deps.algorithms.find(task.algorithmId) : undefined
  if (!algorithm) fail('task.no-algorithm')
  const plan = requirePlan(loaded)
  const nameOf = (id: string) => {
    const party = loaded.parties.get(id)
    return party ? partyName(party) : { cn: id, en: id }
  }
  return {
    taskId,
    taskName: task.name,
    initiatorName: nameOf(task.partyId),
    parties: plan.parties.map(({ partyId }) => ({ partyId, name: nameOf(partyId) })),
    plan,
    code: { hash: algorithm.codeHash, version: VERSION },
    columnTypes: taskTypesOf(loaded),
    algorithmName: algorithm.manifest.name,
    originTaskId: task.originTaskId,
  }
}
