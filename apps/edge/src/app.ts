import cors from '@fastify/cors'
import { answerError, createServer, type Logger } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { type GrantDeps, grantRoutes } from './features/grant/index.ts'
import { healthRoutes } from './features/health/index.ts'
import { type InferenceDeps, inferenceRoutes } from './features/inference/index.ts'
import { offerRoutes } from './features/offer/index.ts'
import { framePages } from './features/pages/index.ts'
import { type ResultDeps, resultRoutes } from './features/result/index.ts'
import { type DatasetDeps, pictureRoutes, removedRoutes, rowsRoutes } from './features/rows/index.ts'
import { sessionRoutes, signingRoutes } from './features/signing/index.ts'
import { uploadRoutes } from './features/upload/index.ts'
import type { CallerCheck } from './lib/caller-check.ts'
import type { EdgeTokens } from './lib/edge-token.ts'
import { asDiskFullError } from './lib/files.ts'
import { servingWith } from './lib/serve.ts'

export interface AppDeps {
  dataset: DatasetDeps
  grant: GrantDeps
  inference: InferenceDeps
  result: ResultDeps
  tokens: EdgeTokens
  callerCheck: CallerCheck
  /**
   * The origin of the console, which must match exactly. CORS prevents all other origins from reading the edge's
   * responses.
   */
  consoleOrigin: () => string
  prefix: string
  /** Folder of the built pages on which members sign consent tickets. */
  pageDir: string
  https?: { cert: string; key: string } | undefined
  /**
   * The root certificate, in PEM, that issued this edge's certificate. Null if the edge does not have its own root
   * certificate.
   */
  rootCertificate: string | null
  logger?: Logger
  /** Callback for each registered route, which tests use. */
  onRoute?: (route: { method: string | string[]; url: string }) => void
}

/** Builds the HTTP server that the browsers of the edge's party call. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const app = createServer({
    https: deps.https,
    ownUrl: deps.grant.edgeUrl,
    // Fastify logs only requests that fail.
    logger: deps.logger?.child({}, { level: 'warn' }),
  })
  if (deps.onRoute) app.addHook('onRoute', deps.onRoute)
  app.addHook('onRequest', async (request, reply) => {
    // Before a console on a public address may call an edge on a local network, the browser sends a private-network
    // preflight.
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
  app.register(async (pages) => framePages(pages, deps))
  app.register(routes(deps))
  if (deps.prefix !== '') app.register(routes(deps), { prefix: deps.prefix })
  return app
}

const routes = (deps: AppDeps) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => answerError(asDiskFullError(error), request, reply))
  const serve = servingWith(deps.callerCheck)
  healthRoutes(serve, app, deps.rootCertificate)
  uploadRoutes(serve, app, deps.dataset)
  rowsRoutes(serve, app, deps.dataset)
  offerRoutes(serve, app, deps.dataset)
  pictureRoutes(app, {
    ...deps.dataset,
    tokens: deps.tokens,
    sessions: deps.grant.sessions,
    callerCheck: deps.callerCheck,
  })
  removedRoutes(serve, app, deps.grant)
  grantRoutes(serve, app, deps.grant)
  signingRoutes(serve, app, deps.grant)
  sessionRoutes(serve, app, { ...deps.grant, callerCheck: deps.callerCheck })
  inferenceRoutes(serve, app, deps.inference)
  resultRoutes(serve, app, deps.result)
}
