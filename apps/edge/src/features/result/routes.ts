import { fail, type LocalResult } from '@tessera/contract'
import { DeleteLocalResult, ListLocalResults, ShareLocalResult } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import type { ResultDeps } from './deps.ts'
import { resultAbilities } from './policy.ts'
import { findResult, listResults, type StoredResult } from './queries.ts'
import { deleteResult, readFound, shareResult } from './store.ts'

export function resultRoutes(serve: Serve, app: FastifyInstance, deps: ResultDeps) {
  const find = (runId: string) => findResult(deps.db, runId) ?? fail('result.not-found')
  /**
   * Ids of the results that are being shared or deleted. Otherwise two concurrent requests could send a result twice.
   */
  const busy = new Set<string>()
  const acting = async (runId: string, actor: Actor, may: 'share' | 'delete', act: typeof shareResult) => {
    const result = find(runId)
    if (busy.has(runId) || !resultAbilities(actor, result)[may]) fail('result.not-allowed')
    busy.add(runId)
    try {
      await act(deps, result, { userId: actor.userId, name: actor.displayName })
    } finally {
      busy.delete(runId)
    }
    return presentResult(deps, find(runId), actor)
  }

  serve(app, ListLocalResults, ({ taskId }, actor) =>
    Promise.all(listResults(deps.db, taskId).map((result) => presentResult(deps, result, actor))),
  )
  serve(app, ShareLocalResult, ({ runId }, actor) => acting(runId, actor, 'share', shareResult))
  serve(app, DeleteLocalResult, ({ runId }, actor) => acting(runId, actor, 'delete', deleteResult))
}

async function presentResult(deps: ResultDeps, result: StoredResult, actor: Actor): Promise<LocalResult> {
  const { runId, taskId, taskName, algorithm, time, sha256, sharedTime, deletedTime } = result
  return {
    runId,
    taskId,
    taskName,
    algorithm,
    time: new Date(time),
    hasModel: sha256 !== null,
    ...(await readFound(deps, result)),
    sharedTime: sharedTime === null ? null : new Date(sharedTime),
    deletedTime: deletedTime === null ? null : new Date(deletedTime),
    abilities: resultAbilities(actor, result),
  }
}
