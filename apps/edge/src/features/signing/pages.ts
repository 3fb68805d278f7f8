import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fail } from '@tessera/contract'
import {
  MEMBERS_PAGE_PATH,
  REMOVED_PAGE_PATH,
  SESSION_PAGE_PATH,
  TICKET_FILES_PATH,
  TICKET_PAGE_FILE,
  TICKET_PAGE_PATH,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'

/** Nothing but this edge's own files runs here, nobody frames it, and no other window keeps a hand on it. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

export interface PageDeps {
  /** The built pages. */
  pageDir: string
  consoleOrigin: () => string
}

/** The pages a party's members sign on, served from this edge so that the platform has no part in them. */
export function signingPages(app: FastifyInstance, { pageDir, consoleOrigin }: PageDeps) {
  const file = join(pageDir, TICKET_PAGE_FILE)
  for (const path of [TICKET_PAGE_PATH, MEMBERS_PAGE_PATH, REMOVED_PAGE_PATH, SESSION_PAGE_PATH]) {
    app.get(path, async (_request, reply) => {
      if (!existsSync(file)) fail('signing.page-missing')
      const page = (await readFile(file, 'utf8')).replace('%CONSOLE%', safeOrigin(consoleOrigin()))
      return reply.headers(HEADERS).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
    })
  }
  app.register(fastifyStatic, {
    root: join(pageDir, TICKET_FILES_PATH),
    prefix: `${TICKET_FILES_PATH}/`,
    decorateReply: false,
    // Their names hold their hash.
    setHeaders: (reply) => void reply.headers({ ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' }),
  })
}

/** The platform said so when this edge joined; it becomes a link on the page. */
function safeOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : ''
}
