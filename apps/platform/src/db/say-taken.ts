import { AppError, type ErrorCode } from '@tessera/contract'

/** Of two who take the same at once the database lets one through: says to the other what, by the constraint's name. */
export function sayTaken(error: unknown, codes: Record<string, ErrorCode>): never {
  const cause = (error as { cause?: unknown }).cause ?? error
  const code = codes[(cause as { constraint?: string }).constraint ?? '']
  throw code ? new AppError(code) : error
}
