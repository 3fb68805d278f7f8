import { languageOf } from '@tessera/contract'
import type { FastifyInstance } from 'fastify'

/** The stored name of a user who deleted their account. The character cannot occur in user names. */
export const DELETED_NAME = '\u{E0DE}'

const NAME_SHOWN = { cn: '已注销用户', en: 'deleted account' }

/** Replaces the names of deleted users in responses by a text in the reader's language. */
export function sayDeletedNames(app: FastifyInstance) {
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' && payload.includes(DELETED_NAME)
      ? payload.replaceAll(DELETED_NAME, NAME_SHOWN[languageOf(request.headers['accept-language'])])
      : payload,
  )
}
