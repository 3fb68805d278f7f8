import websocket from '@fastify/websocket'
import { createServer, logOptions, serveOpenApi } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { identifyActor } from './features/account/index.ts'
import type { Identify } from './lib/auth.ts'
import { consolePage, serveConsole } from './lib/console.ts'
import type { Deps, Stop } from './lib/deps.ts'
import { addSecurityHeaders } from './lib/security-headers.ts'
import type { PlatformSettings } from './settings.ts'

/** The server itself, before anything is known but the settings; its logger is everybody's. */
export function createApp(settings: PlatformSettings): FastifyInstance {
  return createServer({
    logger: settings.LOG_LEVEL === 'silent' ? false : { level: settings.LOG_LEVEL, ...logOptions },
    trustProxy: settings.TRUSTED_PROXIES,
    fallback: consolePage(settings),
  })
}

/** Puts every feature's routes on the app. */
export async function build(app: FastifyInstance, deps: Deps): Promise<FastifyInstance> {
  const { settings } = deps
  app.decorate('deps', { ...deps, identify: identifyBy(deps) })
  addSecurityHeaders(app, { isHttps: settings.PUBLIC_URL.startsWith('https:') })
  await app.register(websocket, { options: { maxPayload: 256 * 1024 } })
  await serveOpenApi(app, {
    title: 'Tessera platform',
    version: '2.6.4',
    description: `Calls lie under ${settings.PREFIX}. Business errors answer 200 with success: false; branch on error.`,
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  await app.register(async (api) => apiRoutes(api, deps), { prefix: settings.PREFIX })
  edgeRoutes(app, deps)
  await serveConsole(app, settings)
  return app
}

/** The calls of the contract, under the prefix. */
async function apiRoutes(_api: FastifyInstance, _deps: Deps) {
  // Each feature's `<feature>Routes(api, deps)`, by name.
}

/** What edges and the engine call, outside the prefix. */
function edgeRoutes(_app: FastifyInstance, _deps: Deps) {}

/** Background work of every feature; each answers how to end it. */
export async function startWorkers(_deps: Deps): Promise<Stop> {
  const stops: Stop[] = []
  return async () => {
    for (const stop of stops.toReversed()) await stop()
  }
}

const identifyBy =
  (deps: Deps): Identify =>
  (token, partyId) =>
    identifyActor(deps, token, partyId)
