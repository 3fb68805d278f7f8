import { CheckHealth } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../../lib/serve.ts'

/** Open to all: says only that the edge serves. What of it works is told to the platform, for members. */
export function healthRoutes(serve: Serve, app: FastifyInstance) {
  serve(app, CheckHealth, () => ({ status: 'ok' as const }))
}
