import { fail } from '@tessera/contract'
import { CheckHealth } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../../lib/serve.ts'

/**
 * Public routes: one that shows that the edge runs, and one for the root certificate that issued its certificate. The
 * health of components is reported only to the platform, which shows it to members.
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
