import { AppError } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { stringify } from 'yaml'
import { answerError } from '../answer-error.ts'
import { openApiDocument } from './document.ts'

/**
 * Serves the platform's OpenAPI document at `/docs/json` and `/docs/yaml`. Every request below `/docs`, even for an
 * unknown route, must pass `checkReader` first.
 */
export async function serveOpenApi(
  app: FastifyInstance,
  checkReader: (request: FastifyRequest) => Promise<unknown>,
  prefix: string,
) {
  await app.register(
    async (docs) => {
      docs.addHook('onRequest', async (request) => {
        await checkReader(request)
      })
      docs.setNotFoundHandler((request, reply) => answerError(new AppError('route.not-found'), request, reply))
      // The document is built only at the first request, because this takes longer than other responses.
      let document: object | undefined
      let yaml: string | undefined
      const read = () => {
        document ??= openApiDocument('platform', prefix)
        return document
      }
      docs.get('/json', async () => read())
      docs.get('/yaml', async (_request, reply) => {
        yaml ??= stringify(read(), { aliasDuplicateObjects: false })
        return reply.type('application/yaml').send(yaml)
      })
    },
    { prefix: '/docs' },
  )
}
