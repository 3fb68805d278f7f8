import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fail } from '@tessera/contract'
import {
  EDGE_PAGE_FILE,
  EDGE_PAGE_FILES_PATH,
  EDGE_PAGE_PATHS,
  FRAMED_PATHS,
  OPENED_BY_FRAMES,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'

/**
 * Headers of edge pages. Only this edge's own files run on these pages, and other windows cannot hold a reference to
 * them.
 */
const HEADERS = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/**
 * Returns the content security policy. Ant Design inserts its styles at run time; the browser applies only those with
 * the nonce of this response.
 */
const policy = (nonce: string, framedBy: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures that a member has just chosen are displayed from the page's memory.
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')

export interface PageDeps {
  /** Folder with the built pages of the edge. */
  pageDir: string
  consoleOrigin: () => string
}

/**
 * Serves the pages on which members sign and view rows. They come from this edge, so the platform cannot alter them.
 */
export function framePages(app: FastifyInstance, { pageDir, consoleOrigin }: PageDeps) {
  const file = join(pageDir, EDGE_PAGE_FILE)
  for (const path of EDGE_PAGE_PATHS) {
    app.get(path, async (_request, reply) => {
      if (!existsSync(file)) fail('signing.page-missing')
      const nonce = randomBytes(16).toString('base64')
      const origin = safeOrigin(consoleOrigin())
      const page = (await readFile(file, 'utf8')).replace('%CONSOLE%', origin).replace('%NONCE%', nonce)
      reply.headers(HEADERS)
      const isFramed = FRAMED_PATHS.includes(path) && origin !== ''
      // The header x-frame-options cannot name an origin. Browsers that support frame-ancestors ignore it.
      if (!isFramed) reply.header('x-frame-options', 'DENY')
      // The pages for PIN and confirmation communicate with the frame that opened them, and ignore messages from other
      // origins.
      if (OPENED_BY_FRAMES.includes(path)) reply.removeHeader('cross-origin-opener-policy')
      return reply
        .header('content-security-policy', policy(nonce, isFramed ? origin : "'none'"))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    })
  }
  app.register(fastifyStatic, {
    root: join(pageDir, EDGE_PAGE_FILES_PATH),
    prefix: `${EDGE_PAGE_FILES_PATH}/`,
    decorateReply: false,
    // Serves the compressed copies that the build stored beside the files.
    preCompressed: true,
    // File names contain a hash of the content, so the files can be cached. None of them is a document.
    setHeaders: (reply) =>
      void reply.headers({
        ...HEADERS,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
  })
}

/**
 * Returns the origin, or an empty text if it is not an http(s) URL. The value comes from the platform and becomes a
 * link on the page.
 */
function safeOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : ''
}
