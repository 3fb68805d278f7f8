import swagger from '@fastify/swagger'
import { AppError } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError } from './answer-error.ts'

/**
 * Serves the OpenAPI document of the routes' schemas at `/docs/json` and `/docs/yaml`. Register it before the routes.
 * Every request below `/docs`, even without a route, must pass `checkReader` first.
 */
export async function serveOpenApi(
  app: FastifyInstance,
  checkReader: (request: FastifyRequest) => Promise<unknown>,
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
  await app.register(
    async (docs) => {
      docs.addHook('onRequest', async (request) => {
        await checkReader(request)
      })
      docs.setNotFoundHandler((request, reply) => answerError(new AppError('route.not-found'), request, reply))
      docs.get('/json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
      docs.get('/yaml', { schema: { hide: true } }, async (_request, reply) =>
        reply.type('application/yaml').send(app.swagger({ yaml: true })),
      )
    },
    { prefix: '/docs' },
  )
}
