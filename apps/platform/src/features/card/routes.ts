import { LANGUAGES } from '@tessera/contract'
import { MODEL_CARD_PATH } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { attachment } from '../../lib/attachment.ts'
import { identify } from '../../lib/auth.ts'
import { findVisible, type ModelDeps } from '../model/index.ts'
import { drawPage } from './draw-page.ts'
import { pageOf } from './page.ts'
import { readFacts } from './read-facts.ts'

/** A model on one page, for those who decide about it without the console: in the caller's language, or the one asked for. */
export function cardRoute(app: FastifyInstance, deps: ModelDeps) {
  app.get<{ Querystring: { id?: string; language?: string } }>(MODEL_CARD_PATH, async (request, reply) => {
    const actor = await identify(request)
    const found = await findVisible(deps.db, request.query.id ?? '', actor)
    const language = LANGUAGES.find((known) => known === request.query.language) ?? actor.language
    const facts = await readFacts(deps, found, language)
    const pdf = await drawPage((room) => pageOf(facts, language, room))
    return reply
      .type('application/pdf')
      .header('content-disposition', attachment(`${found.model.name} (${language})`, 'pdf'))
      .send(pdf)
  })
}
