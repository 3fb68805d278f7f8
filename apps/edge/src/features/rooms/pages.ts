import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fail } from '@tessera/contract'
import { FRAMED_PATHS, OPENED_BY_FRAMES, ROOM_FILES_PATH, ROOM_PAGE_FILE, ROOM_PATHS } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'

/** Nothing but this edge's own files runs here, and no other window keeps a hand on it. */
const HEADERS = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Ant Design writes its rules while the page runs: those that know the nonce of this one answer are heeded. */
const policy = (nonce: string, framedBy: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures that were just chosen are shown out of the page's own memory.
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')

export interface PageDeps {
  /** The built pages. */
  pageDir: string
  consoleOrigin: () => string
}

/** The pages on which a party's members sign and see rows, served from this edge so that the platform has no part in them. */
export function roomPages(app: FastifyInstance, { pageDir, consoleOrigin }: PageDeps) {
  const file = join(pageDir, ROOM_PAGE_FILE)
  for (const path of ROOM_PATHS) {
    app.get(path, async (_request, reply) => {
      if (!existsSync(file)) fail('signing.page-missing')
      const nonce = randomBytes(16).toString('base64')
      const origin = safeOrigin(consoleOrigin())
      const page = (await readFile(file, 'utf8')).replace('%CONSOLE%', origin).replace('%NONCE%', nonce)
      reply.headers(HEADERS)
      const isFramed = FRAMED_PATHS.includes(path) && origin !== ''
      // A browser that heeds the policy leaves this header aside, and it knows no origin to name.
      if (!isFramed) reply.header('x-frame-options', 'DENY')
      // They speak with the frame that opened them: what they hear from any other origin they leave aside.
      if (OPENED_BY_FRAMES.includes(path)) reply.removeHeader('cross-origin-opener-policy')
      return reply
        .header('content-security-policy', policy(nonce, isFramed ? origin : "'none'"))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    })
  }
  app.register(fastifyStatic, {
    root: join(pageDir, ROOM_FILES_PATH),
    prefix: `${ROOM_FILES_PATH}/`,
    decorateReply: false,
    // Those that the build packed beside them.
    preCompressed: true,
    // Their names hold their hash. None of them is a page to look at.
    setHeaders: (reply) =>
      void reply.headers({
        ...HEADERS,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
  })
}

/** The platform said so when this edge joined; it becomes a link on the page. */
function safeOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : ''
}
