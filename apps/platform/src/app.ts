import websocket from '@fastify/websocket'
import { LINK_MESSAGE_MAX_BYTES } from '@tessera/contract'
import { createLogger, createServer, serveOpenApi } from '@tessera/server'
import type { Pair } from '@tessera/server/certificates'
import type { FastifyInstance } from 'fastify'
import { edgeLinkHandlers } from './edge-link-handlers.ts'
import { accountRoutes, refuseDemoAccounts, repeatDeletions, reportDelivery } from './features/account/index.ts'
import { datasetRoutes } from './features/dataset/index.ts'
import { departmentRoutes } from './features/department/index.ts'
import {
  edgeLink,
  enrolmentRoute,
  environmentRoutes,
  refuseRevoked,
  startEnvironment,
} from './features/environment/index.ts'
import { homeRoutes } from './features/home/index.ts'
import { keyRoutes, publishedKeys } from './features/keys/index.ts'
import { marketRoutes } from './features/market/index.ts'
import { forgetOldDrafts } from './features/model/index.ts'
import { forgetOldNotices, notificationRoutes, Sockets, socketRoutes } from './features/notification/index.ts'
import { partyRoutes } from './features/party/index.ts'
import { pictureRoutes, removeReplaced } from './features/picture/index.ts'
import { searchRoute } from './features/search/index.ts'
import { identifyActor, sessionRoutes } from './features/session/index.ts'
import { forgetPerson } from './forget-person.ts'
import { healthRoutes } from './health.ts'
import { identify } from './lib/auth.ts'
import { consolePage, serveConsole } from './lib/console.ts'
import { sayDeletedNames } from './lib/deleted-name.ts'
import type { Deps, Stop } from './lib/deps.ts'
import { asDiskFullError } from './lib/full-disk.ts'
import { addSecurityHeaders } from './lib/security-headers.ts'
import type { PlatformSettings } from './settings.ts'
import { openTraining, type Training } from './training.ts'

declare module 'fastify' {
  interface FastifyInstance {
    training: Training
  }
}

/** Creates the Fastify server from the settings alone. All parts of the platform use its logger. */
export function createApp(settings: PlatformSettings, https?: Pair): FastifyInstance {
  return createServer({
    https,
    ownUrl: settings.PUBLIC_URL,
    logger: createLogger(settings.LOG_LEVEL),
    trustProxy: settings.TRUSTED_PROXIES,
    explain: asDiskFullError,
    fallback: consolePage(settings),
  })
}

/** Registers every feature's routes on the app. */
export async function build(app: FastifyInstance, deps: Deps): Promise<FastifyInstance> {
  const { settings } = deps
  const training = openTraining(deps)
  app.decorate('training', training)
  const stops: Stop[] = [training.close]
  // The hook runs before that of the WebSocket plugin, which would close the sockets without a close code.
  app.addHook('preClose', async () => {
    for (const stop of stops) await stop()
  })
  app.decorate('deps', {
    ...deps,
    identify: (token: string, partyId: string | null) => identifyActor(deps, token, partyId),
  })
  sayDeletedNames(app)
  addSecurityHeaders(app, { isHttps: settings.PUBLIC_URL.startsWith('https:') })
  // The WebSocket plugin has one size limit for the messages of all sockets. The limit can be as large as the messages
  // of edges, because every open socket is authenticated.
  await app.register(websocket, { options: { maxPayload: LINK_MESSAGE_MAX_BYTES } })
  await serveOpenApi(app, (request) => identify(request), settings.PREFIX)

  healthRoutes(app, deps)
  await app.register(async (api) => apiRoutes(api, deps, training), { prefix: settings.PREFIX })
  stops.push(...machineRoutes(app, deps, training))
  await serveConsole(app, settings)
  return app
}

/** Registers the API calls of the contract, under the API prefix. */
function apiRoutes(api: FastifyInstance, deps: Deps, training: Training) {
  accountRoutes(api, { ...deps, forgetPerson })
  sessionRoutes(api)
  marketRoutes(api, deps)
  partyRoutes(api, deps)
  departmentRoutes(api, deps)
  pictureRoutes(api, deps)
  keyRoutes(api, deps, (partyId) => refuseRevoked(deps.db, partyId))
  notificationRoutes(api, deps)
  environmentRoutes(api, deps)
  training.apiRoutes(api)
  datasetRoutes(api, { ...training.deps, tasks: training.sight })
  homeRoutes(api, training.deps)
  searchRoute(api, training.deps)
}

/** Registers the routes that edges, the engine and the console's sockets use, which are outside the API prefix. */
function machineRoutes(app: FastifyInstance, deps: Deps, training: Training): Stop[] {
  const sockets = new Sockets(deps)
  socketRoutes(app, deps, sockets)
  publishedKeys(app, deps)
  const handlers = edgeLinkHandlers(training)
  enrolmentRoute(app, deps, handlers)
  training.machineRoutes(app)
  return [sockets.start(), removeReplaced(deps), edgeLink(app, deps, handlers)]
}

/** Starts the background work of every feature; returns a function that stops it. */
export async function startWorkers({ training }: FastifyInstance, deps: Deps): Promise<Stop> {
  await refuseDemoAccounts(deps)
  reportDelivery(deps)
  const stops: Stop[] = [
    await startEnvironment(deps),
    training.startWorkers(),
    repeatDeletions(deps, [forgetOldNotices, () => forgetOldDrafts(deps)]),
  ]
  return async () => {
    for (const stop of stops.toReversed()) await stop()
  }
}
