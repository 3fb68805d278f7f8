import { AppError, type ErrorCode } from '@tessera/contract'

/**
 * Rethrows a violated unique constraint with the error code for its name, because of two concurrent inserts one fails.
 */
export function rethrowDuplicate(error: unknown, codes: Record<string, ErrorCode>): never {
  const cause = (error as { cause?: unknown }).cause ?? error
  const code = codes[(cause as { constraint?: string }).constraint ?? '']
  throw code ? new AppError(code) : error
}
