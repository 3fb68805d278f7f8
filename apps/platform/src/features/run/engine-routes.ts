import { timingSafeEqual } from 'node:crypto'
import { fail, RunEvent } from '@tessera/contract'
import { isLoopback, sha256 } from '@tessera/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { findRun } from './queries.ts'
import { takeEvents } from './take-events.ts'

/** Where a run's ServerApp, on this machine, tells what happens; its token is good for this and for nothing else. */
export function runEngineRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  app.post<{ Params: { runId: string } }>('/engine/runs/:runId/events', async (request, reply) => {
    if (!isFromThisMachine(request)) fail('route.not-found')
    const run = await findRun(deps.db, request.params.runId)
    if (!run?.tokenHash || !isToken(request.headers.authorization, run.tokenHash)) fail('session.missing')
    const event = RunEvent.parse(request.body)
    if (event.runId !== run.id) fail('request.malformed', { detail: 'runId' })
    await takeEvents(deps, run.id, [event])
    return reply.code(204).send()
  })
}

/** By the connection itself: headers that name another address count for nothing here. */
function isFromThisMachine({ socket }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) || socket.remoteAddress === socket.localAddress
}

function isToken(header: string | undefined, tokenHash: string): boolean {
  const given = Buffer.from(sha256(header?.replace(/^Bearer /i, '') ?? ''))
  return timingSafeEqual(given, Buffer.from(tokenHash))
}
