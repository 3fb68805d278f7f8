import {
  AppError,
  type ErrorCode,
  type ErrorParams,
  type FieldProblem,
  isErrorCode,
  languageOf,
  phrase,
} from '@tessera/contract'
import type { Failure } from '@tessera/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/**
 * HTTP status of errors that are not business errors. All other errors are answered with status 200 and `success:
 * false`.
 */
export const HTTP_STATUS: Partial<Record<ErrorCode, number>> = {
  'session.missing': 401,
  'session.expired': 401,
  'edge.session-required': 401,
  'edge.proof-refused': 401,
  'edge.token-required': 401,
  'edge.token-refused': 401,
  'edge.clock-behind': 401,
  'edge.clock-off': 401,
  'edge.unknown': 401,
  'route.not-found': 404,
  'dataset.picture-not-found': 404,
  'request.malformed': 400,
  'request.nul': 400,
  'request.half-character': 400,
  'request.too-deep': 400,
  'request.page': 400,
  'request.form-broken': 400,
  'request.too-large': 413,
  'request.wrong-host': 421,
  'request.too-many': 429,
  'request.failed': 500,
}

/** Errors whose code in the response envelope is defined in spec.md. */
const WIRE_CODE: Partial<Record<ErrorCode, number>> = {
  'dataset.upload-again': 10010,
  'edge.software-failing': 400,
  'edge.machine-failing': 400,
}

/**
 * Answers any error in the caller's language. An unexpected error is logged, and the response contains the number of
 * its log entry.
 */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(thrown)
  const isUnforeseen = known.code === 'internal' || known.code === 'request.failed'
  const error = isUnforeseen ? new AppError('request.failed', { requestId: request.id }) : known
  const status = HTTP_STATUS[error.code] ?? 200
  if (isUnforeseen) request.log.error({ err: thrown }, 'unforeseen error')
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
  } satisfies Failure)
}

/** The form parser has no error codes, so its messages are compared; a test covers this. */
const isBrokenForm = (thrown: unknown) =>
  thrown instanceof Error && /^(Multipart: Boundary not found|.*end of multipart data)$/.test(thrown.message)

/**
 * Returns which field is invalid, by its name on the wire, and why. The validator's own English messages are not sent.
 */
function malformedBy(issue: z.core.$ZodIssue | undefined): ErrorParams {
  const inner = issue?.code === 'invalid_union' ? deepest(issue.errors) : undefined
  if (issue && inner) return malformedBy({ ...inner, path: [...issue.path, ...inner.path] })
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...(issue?.path ?? []), ...unknown].join('.')
  return malformed(field || 'body', problemOf(issue)).params
}

/**
 * Returns the error of the alternative that matched furthest, or undefined if all alternatives fail at the same field.
 */
function deepest(alternatives: z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const first = alternatives.flatMap(([issue]) => issue ?? [])
  const best = first.toSorted((one, other) => other.path.length - one.path.length)[0]
  return best && best.path.length > 0 ? best : undefined
}

const PROBLEMS: Partial<Record<z.core.$ZodIssue['code'], FieldProblem>> = {
  invalid_type: 'type',
  too_small: 'short',
  too_big: 'long',
  invalid_format: 'format',
  unrecognized_keys: 'unknown',
}

function problemOf(issue: z.core.$ZodIssue | undefined): FieldProblem {
  if (issue?.code === 'invalid_type' && / undefined$/.test(issue.message)) return 'missing'
  return (issue && PROBLEMS[issue.code]) ?? 'value'
}

const malformed = (field: string, fieldProblem: FieldProblem) =>
  new AppError('request.malformed', { field, fieldProblem })

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof z.ZodError) {
    const issue = thrown.issues[0]
    const own = issue?.code === 'custom' ? issue.params : undefined
    if (typeof own?.error === 'string' && isErrorCode(own.error)) {
      const { error, field, ...params } = own as { error: ErrorCode; field?: string } & ErrorParams
      const place = [...(issue?.path ?? []), ...(field ? [field] : [])].join('.')
      return new AppError(error, { ...params, field: place })
    }
    return new AppError('request.malformed', malformedBy(issue))
  }
  const { code, statusCode } = thrown as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new AppError('request.too-large')
  if (statusCode === 429) return new AppError('request.too-many')
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || isBrokenForm(thrown)) return new AppError('request.form-broken')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed('body', 'format')
  }
  return new AppError('internal')
}
