import { fail } from '@tessera/contract'
import { TICKET_PAGE_PATH } from '@tessera/contract/wire'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses calls from pages of other origins. Browsers always send the true origin, so scripts of the platform cannot
 * act in a member's browser.
 */
export function requireOwnPage(edgeUrl: string, { headers }: Pick<FastifyRequest, 'headers'>) {
  if (headers.origin === undefined || headers.origin === new URL(edgeUrl).origin) return
  fail('signing.own-page-only', { edge: `${edgeUrl}${TICKET_PAGE_PATH}` })
}
