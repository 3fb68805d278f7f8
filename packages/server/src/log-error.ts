import { AppError } from '@tessera/contract'

/**
 * Returns an error for the log: what went wrong and where, without values. Database errors contain values of the
 * statement (rows, password hashes) in their message and in fields such as `params`, `detail` and `where`.
 */
export function logError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { query, code, statusCode } = thrown as { query?: unknown; code?: unknown; statusCode?: unknown }
  const isQuery = typeof query === 'string' && thrown.message.includes(query)
  const message = isQuery ? `Failed query: ${query}` : thrown.message
  return {
    type: thrown.name,
    message,
    stack: `${thrown.name}: ${message}${callsOf(thrown)}`,
    ...(code === undefined ? {} : { code }),
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(thrown instanceof AppError ? { params: thrown.params } : {}),
    ...(thrown.cause === undefined ? {} : { cause: logError(thrown.cause) }),
  }
}

/** Returns the stack trace without its first lines, which repeat the message. */
function callsOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message)
  return at < 0 ? '' : stack.slice(at + message.length)
}
