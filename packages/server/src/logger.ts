import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'
import { logError } from './log-error.ts'

export type { Logger } from 'pino'

/**
 * Returns the logger of a process. It writes one JSON object per line to standard output, unless `destination` is
 * given. Requests are logged with their path only, because query strings can contain codes and tokens. Errors are
 * logged without values.
 */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const serializers = {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], from: request.ip }),
    err: logError,
  }
  return destination ? pino({ level, serializers }, destination) : pino({ level, serializers })
}
