import { AppError, type ErrorCode, languageOf, phrase } from '@tessera/contract'
import type { Envelope } from '@tessera/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Codes that are more than a business error; all others answer HTTP 200 with `success: false`. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  'session.missing': 401,
  'session.expired': 401,
  'edge.token-required': 401,
  'edge.token-refused': 401,
  'edge.clock-behind': 401,
  'edge.unknown': 401,
  'route.not-found': 404,
  'dataset.picture-not-found': 404,
  'request.malformed': 400,
  'request.nul': 400,
  'request.too-large': 413,
  'request.too-many': 429,
  internal: 500,
}

/** What spec.md gives a number of its own in the envelope. */
const WIRE_CODE: Partial<Record<ErrorCode, number>> = { 'dataset.upload-again': 10010 }

/** One handler answers every error, in the caller's language; what nobody foresaw is logged and said as `internal`. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = asAppError(thrown)
  const status = STATUS[error.code] ?? 200
  if (error.code === 'internal') request.log.error({ err: thrown }, 'unforeseen error')
  if (reply.sent) return reply

  const language = languageOf(request.headers['accept-language'])
  return reply.code(status).send({
    success: false,
    code: WIRE_CODE[error.code] ?? (status === 200 ? 500 : status),
    message: phrase(language, error.code, error.params),
    result: null,
    timestamp: Date.now(),
    error: error.code,
    params: error.params,
  } satisfies Envelope)
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof z.ZodError) {
    const issue = thrown.issues[0]
    return new AppError('request.malformed', {
      detail: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    })
  }
  const { code, statusCode } = thrown as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new AppError('request.too-large')
  if (statusCode === 429) return new AppError('request.too-many')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('request.malformed', { detail: (thrown as Error).message })
  }
  return new AppError('internal')
}
