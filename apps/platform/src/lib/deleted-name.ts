import { languageOf } from '@tessera/contract'
import type { FastifyInstance } from 'fastify'

/** Stands in the place of the name of somebody who deleted their account; no user name may hold such a character. */
export const DELETED_NAME = '\u{E0DE}'

const NAME_SHOWN = { cn: '已注销用户', en: 'deleted account' }

/** Says it in the reader's language, wherever an answer names somebody. */
export function sayDeletedNames(app: FastifyInstance) {
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' && payload.includes(DELETED_NAME)
      ? payload.replaceAll(DELETED_NAME, NAME_SHOWN[languageOf(request.headers['accept-language'])])
      : payload,
  )
}
