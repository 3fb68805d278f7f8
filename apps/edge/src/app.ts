import cors from '@fastify/cors'
import { answerError, createServer, logOptions } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { type DatasetDeps, datasetRoutes, pictureRoutes, removedRoutes } from './features/dataset/index.ts'
import { type GrantDeps, grantRoutes } from './features/grant/index.ts'
import { healthRoutes } from './features/health/index.ts'
import { type InferenceDeps, inferenceRoutes } from './features/inference/index.ts'
import { type ResultDeps, resultRoutes } from './features/result/index.ts'
import { roomPages } from './features/rooms/index.ts'
import { sessionRoutes, signingRoutes } from './features/signing/index.ts'
import type { EdgeTokens } from './lib/edge-token.ts'
import { tellFull } from './lib/files.ts'
import { servingWith } from './lib/serve.ts'
import type { WhoAsks } from './lib/who-asks.ts'

export interface AppDeps {
  dataset: DatasetDeps
  grant: GrantDeps
  inference: InferenceDeps
  result: ResultDeps
  tokens: EdgeTokens
  whoAsks: WhoAsks
  /** The console's exact origin: no other page may read an answer. */
  consoleOrigin: () => string
  prefix: string
  /** The built pages on which tickets are signed. */
  pageDir: string
  https?: { cert: string; key: string } | undefined
  /** PEM of the root that vouches for this edge, where that is its own. */
  rootCertificate: string | null
  logger?: boolean
  /** Hears of every route there is. */
  onRoute?: (route: { method: string | string[]; url: string }) => void
}

/** Everything the edge answers the browsers of its own party. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const app = createServer({
    https: deps.https,
    ownUrl: deps.grant.edgeUrl,
    logger: deps.logger ? { ...logOptions, level: 'warn' } : false,
  })
  if (deps.onRoute) app.addHook('onRoute', deps.onRoute)
  app.addHook('onRequest', async (request, reply) => {
    // A console on a public address asks for leave to reach a machine in the house.
    if (request.headers['access-control-request-private-network'] === 'true') {
      reply.header('access-control-allow-private-network', 'true')
    }
  })
  app.register(cors, {
    origin: (origin, done) => done(null, origin === deps.consoleOrigin() ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['x-access-token', 'tenant-id', 'tenant_id', 'accept-language', 'content-type'],
    credentials: false,
    maxAge: 600,
  })
  app.register(async (pages) => roomPages(pages, deps))
  app.register(routes(deps))
  if (deps.prefix !== '') app.register(routes(deps), { prefix: deps.prefix })
  return app
}

const routes = (deps: AppDeps) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => answerError(tellFull(error), request, reply))
  const serve = servingWith(deps.whoAsks)
  healthRoutes(serve, app, deps.rootCertificate)
  datasetRoutes(serve, app, deps.dataset)
  pictureRoutes(app, { ...deps.dataset, tokens: deps.tokens, sessions: deps.grant.sessions, whoAsks: deps.whoAsks })
  removedRoutes(serve, app, deps.grant)
  grantRoutes(serve, app, deps.grant)
  signingRoutes(serve, app, deps.grant)
  sessionRoutes(serve, app, { ...deps.grant, whoAsks: deps.whoAsks })
  inferenceRoutes(serve, app, deps.inference)
  resultRoutes(serve, app, deps.result)
}
