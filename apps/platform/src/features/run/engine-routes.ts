import { timingSafeEqual } from 'node:crypto'
import { fail, RunEvent } from '@tessera/contract'
import { isLoopback, sha256 } from '@tessera/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { applyEvents } from './apply-events.ts'
import { findRun } from './queries.ts'

/**
 * Serves the endpoint to which the ServerApps on this machine post events. The token of a run is valid only for this
 * endpoint.
 */
export function runEngineRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  app.post<{ Params: { runId: string } }>('/engine/runs/:runId/events', async (request, reply) => {
    if (!isFromThisMachine(request)) fail('route.not-found')
    const run = await findRun(deps.db, request.params.runId)
    if (!run?.tokenHash || !isToken(request.headers.authorization, run.tokenHash)) fail('session.missing')
    const event = RunEvent.parse(request.body)
    if (event.runId !== run.id) fail('request.malformed', { detail: 'runId' })
    await applyEvents(deps, run.id, [event])
    return reply.code(204).send()
  })
}

/** Whether the connection comes from this machine. Headers that name another address are ignored. */
function isFromThisMachine({ socket }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) || socket.remoteAddress === socket.localAddress
}

function isToken(header: string | undefined, tokenHash: string): boolean {
  const given = Buffer.from(sha256(header?.replace(/^Bearer /i, '') ?? ''))
  return timingSafeEqual(given, Buffer.from(tokenHash))
}
