import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../settings.ts'

/** Serves the files of the console if the console has been built. */
export async function serveConsole(app: FastifyInstance, settings: PlatformSettings) {
  if (!isBuilt(settings)) return
  await app.register(fastifyStatic, {
    root: settings.WEB_DIR,
    // One route per file is registered. For any other path that a browser opens, the console's page is served.
    wildcard: false,
    // The compressed files that the build wrote beside the uncompressed ones are served.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite adds a hash to the name of every file except the page itself, so these files never change.
      const lasting = path.includes(`${join(settings.WEB_DIR, 'assets')}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Returns a handler that serves the page with the console's router, for any other path that a browser opens. */
export function consolePage(settings: PlatformSettings) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    isBuilt(settings) && isPage(request, settings.PREFIX) ? reply.sendFile('index.html') : undefined
}

const isBuilt = (settings: PlatformSettings) => existsSync(join(settings.WEB_DIR, 'index.html'))

function isPage(request: FastifyRequest, prefix: string): boolean {
  const path = request.url.split('?')[0] ?? ''
  const isCall =
    (prefix !== '' && path.startsWith(`${prefix}/`)) || path.startsWith('/edge/') || path.startsWith('/engine/')
  const isFile = /\.\w+$/.test(path)
  return request.method === 'GET' && !isCall && !isFile && (request.headers.accept ?? '').includes('text/html')
}
