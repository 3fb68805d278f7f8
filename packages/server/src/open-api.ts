import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { HEADERS } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'

/** Serves the document made of the routes' schemas at `/docs`; register it before the routes. */
export async function serveOpenApi(
  app: FastifyInstance,
  info: { title: string; version: string; description: string },
) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: HEADERS.token },
          party: { type: 'apiKey', in: 'header', name: HEADERS.party },
        },
      },
      security: [{ session: [], party: [] }],
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false })
}
