import type { FastifyInstance } from 'fastify'
import { openFleetState } from './features/environment/index.ts'
import type { Deps } from './lib/deps.ts'

/**
 * Serves whether this process is alive, and whether it could start and follow a run. Supervisors and monitors query
 * these routes.
 */
export function healthRoutes(app: FastifyInstance, deps: Deps) {
  const { databaseWatch } = deps
  const fleet = openFleetState(deps)
  app.get('/healthz', async () =>
    databaseWatch.hasDatabase() ? { status: 'ok' } : { status: 'degraded', missing: ['database'] },
  )
  app.get('/readyz', async (_request, reply) => {
    const missing = [
      ...(databaseWatch.hasDatabase() ? [] : ['database']),
      ...((await fleet.answers()) ? [] : ['federation']),
    ]
    if (missing.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: 'not-ready', missing })
  })
}
