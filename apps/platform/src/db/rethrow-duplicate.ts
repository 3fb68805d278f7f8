import { AppError, type ErrorCode } from '@tessera/contract'

/**
 * Rethrows the violation of a unique constraint as the error code for that constraint. Of two concurrent inserts, one
 * fails this way.
 */
export function rethrowDuplicate(error: unknown, codes: Record<string, ErrorCode>): never {
  const cause = (error as { cause?: unknown }).cause ?? error
  const code = codes[(cause as { constraint?: string }).constraint ?? '']
  throw code ? new AppError(code) : error
}
