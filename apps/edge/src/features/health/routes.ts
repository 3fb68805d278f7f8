import { fail } from '@tessera/contract'
import { CheckHealth } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../../lib/serve.ts'

/**
 * Open to all: says only that the edge serves, and hands out the root that vouches for it. What of it works is told to
 * the platform, for members.
 */
export function healthRoutes(serve: Serve, app: FastifyInstance, rootCertificate: string | null) {
  serve(app, CheckHealth, () => ({ status: 'ok' as const }))
  app.get('/certificate', (_request, reply) =>
    reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="tessera-edge-root.pem"')
      .send(rootCertificate ?? fail('route.not-found')),
  )
}
