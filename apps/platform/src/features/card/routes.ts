import { LANGUAGES } from '@tessera/contract'
import { MODEL_CARD_PATH } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../../lib/attachment.ts'
import { identify } from '../../lib/auth.ts'
import { findVisible, type ModelDeps } from '../model/index.ts'
import { drawPage } from './draw-page.ts'
import { pageOf } from './page.ts'
import { readFacts } from './read-facts.ts'

/**
 * Serves a model's one-page card, for readers without access to the console, in the caller's language or the requested
 * one.
 */
export function cardRoute(app: FastifyInstance, deps: ModelDeps) {
  app.get<{ Querystring: { id?: string; language?: string } }>(MODEL_CARD_PATH, async (request, reply) => {
    const actor = await identify(request)
    const found = await findVisible(deps.db, request.query.id ?? '', actor)
    const language = LANGUAGES.find((known) => known === request.query.language) ?? actor.language
    const facts = await readFacts(deps, found, language)
    const pdf = await drawPage((limits) => pageOf(facts, language, limits))
    return reply
      .type('application/pdf')
      .header('content-disposition', attachment(`${found.model.name} (${language})`, 'pdf'))
      .send(pdf)
  })
}
