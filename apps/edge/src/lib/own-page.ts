import { fail } from '@tessera/contract'
import { TICKET_PAGE_PATH } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'

/** A browser says truly which page a call comes from: no script of the platform's acts in a member's browser. */
export function requireOwnPage(edgeUrl: string, { headers }: Pick<FastifyRequest, 'headers'>) {
  if (headers.origin === undefined || headers.origin === new URL(edgeUrl).origin) return
  fail('signing.own-page-only', { edge: `${edgeUrl}${TICKET_PAGE_PATH}` })
}
