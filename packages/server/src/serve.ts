import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import {
  AppError,
  type Endpoint,
  fail,
  findUnfit,
  type Input,
  type Language,
  languageOf,
  type Output,
} from '@tessera/contract'
import { type Envelope, HEADERS, wirePath } from '@tessera/contract/wire'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerError } from './answer-error.ts'
import type { Logger } from './logger.ts'
import { readForm, type SentFile, type SentForm } from './read-form.ts'

/** Two hours, for a large upload over a slow connection. The default of Node.js is five minutes. */
const REQUEST_TIMEOUT_MS = 7_200_000

/**
 * Only texts above a minimum length are compressed. Compressed requests are not unpacked, because the result could be
 * huge.
 */
const COMPRESSION = {
  threshold: 1024,
  customTypes: /^(?:application\/(?:json|javascript|yaml)|text\/(?:html|css|javascript|plain)|image\/svg\+xml)\b/,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  // The highest compression level, which is common for static files, takes more time than it saves on a slow
  // connection.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  globalDecompression: false,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for JSON and for a form without files. Empty if there is no body. */
    bodyText: string
    /** Refuses a request whose body does not match its proof, after receiving the rest of the body. */
    checkBody: () => Promise<void>
  }
}

export interface CallContext {
  request: FastifyRequest
  reply: FastifyReply
  language: Language
  /** The files of the form, if the call accepts files. */
  files: SentFile[]
  /** Sets the message in the response envelope. */
  say: (message: string) => void
}

export type Handler<E extends Endpoint, A> = (
  input: Input<E>,
  actor: A,
  context: CallContext,
) => Promise<Output<E>> | Output<E>

export type Authenticate<A> = (request: FastifyRequest, endpoint: Endpoint) => Promise<A> | A

export interface ServerOptions {
  /** Logger of the server. Without it, the server logs nothing. */
  logger?: Logger | undefined
  https?: { cert: string; key: string } | undefined
  /** The address at which browsers reach the server. Requests under another host name are refused. */
  ownUrl: string
  /** Reverse proxies whose header X-Forwarded-For is trusted. */
  trustProxy?: string[] | undefined
  /** Replaces an error before it is returned, if another error helps the caller more. */
  explain?: (error: unknown) => unknown
  /** Can handle requests for unknown routes; used for the console's pages. */
  fallback?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
}

/**
 * Returns whether the `Host` header of a request names this server. This stops DNS rebinding: a page under a foreign
 * name that resolves to this machine would otherwise have the same origin as the data it reads here. An IP address or
 * `localhost` cannot resolve to another machine. Only programs omit the header.
 */
function isOurs(host: string | undefined, ownUrl: string): boolean {
  if (host === undefined) return true
  const { hostname = '' } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : {}
  return hostname === new URL(ownUrl).hostname || hostname === 'localhost' || isIP(hostname.replace(/[[\]]/g, '')) !== 0
}

const withNumber = (request: FastifyRequest, reply: FastifyReply) => reply.header(HEADERS.requestId, request.id)

/**
 * Returns a Fastify instance that uses Tessera's response envelope, logs no query strings, and leaves validation to the
 * codecs of the contract.
 */
export function createServer(options: ServerOptions) {
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    // These errors are handled here, because such a request fails within Fastify and reaches no hook.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerError(error, request, withNumber(request, reply)),
    // Returns a request number that is unique even after restarts and short enough to read aloud.
    genReqId: () => randomBytes(5).toString('hex'),
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: 16 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: options.trustProxy ?? false,
    ...(options.https ? { https: options.https } : {}),
  } as object) as unknown as FastifyInstance

  // Plain text is refused: no call accepts it, and `bodyText` would not contain it.
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('bodyText', '')
  app.decorateRequest('checkBody', async () => {})
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body as string
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body as string
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(new AppError('request.malformed', { field: 'body', fieldProblem: 'json' }), undefined)
    }
  })
  app.register(compress, COMPRESSION)
  app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } })
  app.addHook('onRequest', async (request, reply) => {
    withNumber(request, reply).header('x-content-type-options', 'nosniff')
    if (!isOurs(request.headers.host, options.ownUrl)) fail('request.wrong-host', { url: options.ownUrl })
  })
  // Values that no database can store are refused on every route, before authentication.
  app.addHook('preValidation', async (request) => {
    const unfit = findUnfit(request.query) ?? findUnfit(request.body) ?? findUnfit(request.params)
    if (unfit) fail(unfit.code, unfit.params)
  })
  app.setErrorHandler((error, request, reply) => {
    const explained = options.explain?.(error) ?? error
    // The original error is logged, because the operator needs it.
    if (explained !== error) request.log.error({ err: error }, String(explained))
    return answerError(explained, request, reply)
  })
  // Browsers read the response only after they have sent the whole request, so the rest of a refused request is
  // received and dropped.
  app.addHook('onResponse', async (request) => {
    request.raw.unpipe().resume()
  })
  app.setNotFoundHandler(
    (request, reply) =>
      options.fallback?.(request, reply) ?? answerError(new AppError('route.not-found'), request, reply),
  )
  return app
}

/**
 * Returns the function `serve(app, endpoint, handler)`, which decodes the input, authenticates the caller, calls the
 * handler and encodes the output. A handler uses only internal names, and fields outside the endpoint's output are
 * never sent.
 */
export function serving<A>(authenticate: Authenticate<A>) {
  return function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E, A>) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const actor = await authenticate(request, endpoint)
        let message = ''
        const context = {
          request,
          reply,
          language: languageOf(request.headers['accept-language']),
          say: (text: string) => {
            message = text
          },
        }
        const output = await handle(endpoint, handler, actor, context).catch(async (error) => {
          // Errors in a body are reported only if the body matches the signed proof.
          await request.checkBody()
          throw error
        })
        await request.checkBody()
        if (reply.sent) return reply
        const result = z.encode(endpoint.output, output as never)
        if (endpoint.isBare) return result
        return { success: true, code: 200, message, result, timestamp: Date.now() } satisfies Envelope
      },
    })
  }
}

async function handle<E extends Endpoint, A>(
  endpoint: E,
  handler: Handler<E, A>,
  actor: A,
  context: Omit<CallContext, 'files'>,
): Promise<Output<E>> {
  const { request } = context
  const form = endpoint.files && (await readForm(request, endpoint.files))
  // A handler that reads a form as it arrives checks the form itself before it stores anything.
  if (endpoint.carrier !== 'multipart' || form) await request.checkBody()
  const input = decodeInput(endpoint, readInput(request, form?.fields)) as Input<E>
  return handler(input, actor, { ...context, files: form?.files ?? [] })
}

/** Decodes the input. Throws a ZodError whose paths use the names of the wire. */
function decodeInput(endpoint: Endpoint, sent: unknown) {
  const { data, error } = z.safeDecode(endpoint.input, sent as never)
  if (!error) return data
  throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: wirePath(endpoint.input, issue.path) })))
}

function readInput(request: FastifyRequest, fields?: SentForm['fields']): unknown {
  if (Array.isArray(request.body)) return request.body
  return {
    ...(request.query as object),
    ...(request.body as object | undefined),
    ...fields,
    ...(request.params as object),
  }
}
